import type { Schema } from '../schema.ts';
import { cluster, clusterPrincipal } from './cluster.ts';
import {
  computeHardDisk,
  computeHost,
  computeNetworkAddress,
  computeNetworkPort,
  computeRackHardware,
  computeRackSwitch,
  computeStorage,
  serviceContainer,
  serviceInstance,
} from './compute.ts';
import {
  serviceEndPoint,
  serviceEndPointModule,
  serviceEndPointRequest,
  serviceEndPointResponse,
} from './end-point.ts';
import { organisation } from './organisation.ts';
import { dataProject, visualProject, visualWorkspace } from './project.ts';
import { clusterTenant, clusterTenantDomain, clusterTenantProperty } from './tenant.ts';
import {
  user,
  userBiometric,
  userContact,
  userData,
  userDevice,
  userGroup,
  userGroupInvite,
  userLoginAccount,
  userLoginAccountRole,
} from './user.ts';

/** The 15 schemas every client carries (SCH-10): enough for sign-in and the public area. */
export const BUNDLED_SCHEMAS: readonly Schema[] = [
  cluster,
  clusterPrincipal,
  clusterTenant,
  clusterTenantDomain,
  clusterTenantProperty,
  serviceEndPoint,
  serviceEndPointRequest,
  serviceEndPointResponse,
  organisation,
  user,
  userContact,
  userDevice,
  userGroup,
  userLoginAccount,
  userLoginAccountRole,
];

/** All 31 (SCH-11, SCH-12). */
export const SYSTEM_SCHEMAS: readonly Schema[] = [
  ...BUNDLED_SCHEMAS,
  computeHost,
  computeStorage,
  computeHardDisk,
  computeNetworkPort,
  computeNetworkAddress,
  computeRackHardware,
  computeRackSwitch,
  serviceContainer,
  serviceInstance,
  serviceEndPointModule,
  dataProject,
  visualProject,
  visualWorkspace,
  userBiometric,
  userData,
  userGroupInvite,
];
