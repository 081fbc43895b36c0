import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** The tenant whose host name was given to it by the operator, or null: calls to any other host are the first tenant's. */
export const tenantOfHost = ({ tenantHosts }: Config, { hostname }: Pick<FastifyRequest, 'hostname'>): string | null =>
  tenantHosts?.get(hostname.toLowerCase()) ?? null;

/** Whose sign-in, invites and public site are at the host a call came to. Of who is signed in the token tells the tenant. */
export const tenantAtHost = (config: Config, request: Pick<FastifyRequest, 'hostname'>): string =>
  tenantOfHost(config, request) ?? config.tenantId;
