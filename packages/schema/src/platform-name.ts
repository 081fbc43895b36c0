/** Header by which a call says which platform alone it is for. */
export const PLATFORM_HEADER = 'x-platform';

/** What a platform is called by who sends it rows: no two have the same. */
export const platformName = (appId: string, tenantId: string): string => encodeURIComponent(`${appId} ${tenantId}`);
