export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="6" fill="#01b7cd" />
      <g fill="#12272a">
        <rect x="6" y="7.5" width="11.5" height="3" rx="1.5" />
        <rect x="6" y="12.5" width="16" height="3" rx="1.5" />
        <rect x="6" y="17.5" width="11.5" height="3" rx="1.5" />
        <circle cx="20.6" cy="9" r="1.5" />
        <circle cx="20.6" cy="19" r="1.5" />
      </g>
    </svg>
  );
}
