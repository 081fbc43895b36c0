import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { MouseEvent } from 'react';

const BACKDROP = {
  color: '#141414',
  backgroundOpacity: 0.62,
  // the second click of a double click on what opened a dialog falls on what is around it, and would close it
  onClickCapture: (event: MouseEvent) => event.detail > 1 && event.stopPropagation(),
};

const colors = {
  dark: ['#f4f4f4', '#d2d2d2', '#bdbdbd', '#bdbdbd', '#626262', '#575757', '#4c4c4c', '#424242', '#363636', '#2a2a2a'],
  primary: [
    '#e6f8fa',
    '#c0edf3',
    '#99e2eb',
    '#80dbe6',
    '#57cfde',
    '#41c9da',
    '#01b7cd',
    '#019db0',
    '#018494',
    '#016571',
  ],
  secondary: [
    '#f1fcfb',
    '#ddf7f4',
    '#c8f1ed',
    '#baeee9',
    '#a4e9e2',
    '#98e6de',
    '#75ddd3',
    '#65beb5',
    '#549f98',
    '#407a74',
  ],
  accent: [
    '#f0f4fd',
    '#d8e5fb',
    '#c1d5f8',
    '#b2caf6',
    '#99b9f3',
    '#8bb0f2',
    '#6495ed',
    '#5680cc',
    '#486bab',
    '#375282',
  ],
  positive: [
    '#e9f8ec',
    '#c8eed1',
    '#a6e3b5',
    '#90dda2',
    '#6cd184',
    '#59cb74',
    '#21ba45',
    '#1ca03b',
    '#188632',
    '#126626',
  ],
  negative: [
    '#f9e6e8',
    '#f0bfc5',
    '#ecb3b9',
    '#e9a6ad',
    '#e699a1',
    '#da6673',
    '#c10015',
    '#a60012',
    '#8b000f',
    '#6a000c',
  ],
  info: ['#eafafd', '#ccf2fa', '#adebf7', '#98e6f6', '#77ddf2', '#65d9f1', '#31ccec', '#2aafcb', '#2393aa', '#1b7082'],
  warning: [
    '#fef9eb',
    '#fcefcd',
    '#fae6af',
    '#f9e09b',
    '#f6d57b',
    '#f5d069',
    '#f2c037',
    '#d0a52f',
    '#ae8a28',
    '#856a1e',
  ],
} satisfies Record<string, MantineColorsTuple>;

/** The seven main colours, exactly as APP-03 gives them. */
export const mainColours = {
  primary: '#01B7CD',
  secondary: '#75ddd3',
  accent: '#6495ed',
  positive: '#21BA45',
  negative: '#C10015',
  info: '#31CCEC',
  warning: '#F2C037',
} as const;

/** Mixes a `#rrggbb` colour towards white: `round((255−c)·share)+c` (APP-04). */
export const lighten = (hex: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    .map((channel) => (Math.round((255 - channel) * share) + channel).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;

export const theme = createTheme({
  colors,
  primaryColor: 'primary',
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.3,
  cursorType: 'pointer',
  defaultRadius: 4,
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: 'var(--ds-font)',
  fontFamilyMonospace: 'var(--ds-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '3px', md: '4px', lg: '6px', xl: '8px' },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '100em' },
  headings: { fontFamily: 'var(--ds-font)', fontWeight: '600' },
  components: {
    Button: { defaultProps: { size: 'md', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'md', variant: 'subtle', color: 'gray' } },
    // help stands below, so that controls side by side begin at one height
    InputWrapper: { defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Input: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: {
      defaultProps: {
        size: 'md',
        checkIconPosition: 'right',
        comboboxProps: { shadow: 'none' },
        selectFirstOptionOnChange: true,
        // who picks what is chosen means it; what may be empty has a button for that
        allowDeselect: false,
      },
    },
    MultiSelect: { defaultProps: { size: 'md', checkIconPosition: 'right' } },
    Textarea: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Badge: { defaultProps: { variant: 'light', radius: 4 } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    // Their heads would count as further banners of the page beside the top bar.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 8,
        padding: 24,
        attributes: { header: { role: 'presentation' } },
        overlayProps: BACKDROP,
      },
    },
    Drawer: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        overlayProps: BACKDROP,
      },
    },
    Tabs: { defaultProps: { keepMounted: false } },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'none',
        radius: 6,
        transitionProps: { duration: 140 },
      },
    },
    Popover: { defaultProps: { shadow: 'none', radius: 6 } },
    Loader: { defaultProps: { size: 20 } },
    Text: { defaultProps: { size: 'md' } },
  },
});

const tints: Record<string, { tint: string; text: string }> = {
  primary: { tint: '#2b4549', text: '#57cfde' },
  secondary: { tint: '#3d4e4c', text: '#75ddd3' },
  accent: { tint: '#39435a', text: '#99b9f3' },
  positive: { tint: '#2e4834', text: '#6cd184' },
  negative: { tint: '#4d2b2e', text: '#e699a1' },
  info: { tint: '#33474c', text: '#31ccec' },
  warning: { tint: '#4b4332', text: '#f2c037' },
};

const tintVariables = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tints).flatMap(([name, { tint, text }]) => [
      [`--mantine-color-${name}-light`, tint],
      [`--mantine-color-${name}-light-hover`, lighten(tint, 0.06)],
      [`--mantine-color-${name}-light-color`, text],
      [`--mantine-color-${name}-outline`, text],
      [`--mantine-color-${name}-text`, text],
    ]),
  );

/** Values Mantine would compute in another way (design README §3). */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    '--mantine-color-text': '#f4f4f4',
    '--mantine-color-body': '#424242',
    '--mantine-color-dimmed': '#bdbdbd',
    '--mantine-color-anchor': '#57cfde',
    '--mantine-color-default': '#4c4c4c',
    '--mantine-color-default-hover': '#575757',
    '--mantine-color-default-border': '#626262',
    '--mantine-color-default-color': '#f4f4f4',
    '--mantine-color-error': '#e699a1',
    '--mantine-color-success': '#6cd184',
    '--mantine-color-placeholder': '#bdbdbd',
    '--mantine-color-disabled': '#3c3c3c',
    '--mantine-color-disabled-color': '#8e8e8e',
    '--mantine-color-disabled-border': '#4e4e4e',
    '--mantine-color-gray-light': '#4c4c4c',
    '--mantine-color-gray-light-hover': '#575757',
    '--mantine-color-gray-light-color': '#d2d2d2',
    '--mantine-color-gray-text': '#d2d2d2',
    ...tintVariables(),
    '--mantine-color-primary-filled-hover': '#1bbfd2',
    '--mantine-color-negative-filled-hover': '#d01a2d',
  },
});
