/** The version of OpenSearch whose language is spoken here; clients look at it before they say anything else. */
export const SPOKEN_VERSION = '2.19.1';
