import { endpointsOf } from './rows.ts';

const auth = endpointsOf('Identity Service', 'open');
const own = endpointsOf('Session Management', 'own profile');
const mine = endpointsOf('Session Management', 'own belongings');

/** Sign-in, the caller's own session, profile, groups and properties (API-17…28, AUT-01…11). */
export const SESSION_ENDPOINTS = [
  auth('auth.sign-in', 'POST', '/auth/token/user', 'add', 'Sign in', { aliases: ['/authenticate'] }),
  auth('auth.token', 'GET', '/auth/token/user', 'read', 'State of the presented token; renew=true answers a fresh one'),

  own('session.user.own', 'GET', '/session/user', 'read', 'My user record'),
  own('session.user.get', 'GET', '/session/user/:id', 'read', 'A user I share a group with or administer'),
  own('session.user.register', 'PUT', '/session/user', 'add', 'Register', { area: 'open' }),
  own('session.user.change', 'PATCH', '/session/user', 'change', 'Change my user record'),
  own('session.user.search', 'POST', '/session/user', 'read', 'Users I can see', {
    aliases: ['/session/user/search'],
  }),
  own('session.user.count', 'GET', '/session/user/count', 'read', 'How many users I can see'),
  own('session.end', 'DELETE', '/session/user', 'remove', 'Sign out; all=true ends all my sessions'),
  own('session.list', 'GET', '/session/list', 'read', 'My live sessions'),
  own('session.revoke', 'DELETE', '/session/list/:id', 'remove', 'End one of my sessions'),
  own('session.token.create', 'PUT', '/session/token', 'add', 'Make a personal API token'),
  own('session.token.list', 'GET', '/session/token', 'read', 'My API tokens'),
  own('session.token.revoke', 'DELETE', '/session/token/:id', 'remove', 'Revoke one of my API tokens'),
  own('session.endpoints', 'GET', '/session/endpoints', 'read', 'Calls this user may make', { area: 'session' }),
  own('user.change', 'PATCH', '/user', 'change', 'Change a user record'),
  own('user.password', 'PATCH', '/user/password', 'change', 'Change or reset a password'),

  mine('session.group.own', 'GET', '/session/group', 'read', 'My groups'),
  mine('session.group.get', 'GET', '/session/group/:id', 'read', 'One of my groups'),
  mine('session.group.search', 'POST', '/session/group', 'read', 'Search my groups', {
    aliases: ['/session/group/search'],
  }),
  mine('session.group.invite.own', 'GET', '/session/group/invite', 'read', 'Open invites addressed to me'),
  mine('session.group.invite.get', 'GET', '/session/group/invite/:id', 'read', 'An open invite, by its code', {
    area: 'open',
  }),
  mine('session.group.invite.answer', 'PATCH', '/session/group/invite', 'change', 'Accept or decline an invite'),
  mine('session.group.property.own', 'GET', '/session/group/property', 'read', 'Properties of all my groups'),
  mine('session.group.property.get', 'GET', '/session/group/property/:id', 'read', 'A property of one of my groups'),
  mine('session.group.property.search', 'POST', '/session/group/property', 'read', 'Properties of my groups', {
    aliases: ['/session/group/property/search'],
  }),
  mine('session.group.property.count', 'GET', '/session/group/property/count', 'read', 'Count of group properties'),
  mine('session.group.template.get', 'GET', '/session/group/template/:id', 'read', 'A template shared with my groups'),
  mine('session.group.template.search', 'POST', '/session/group/template', 'read', 'Templates shared with my groups', {
    aliases: ['/session/group/template/search'],
  }),
  mine('session.user.property.own', 'GET', '/session/user/property', 'read', 'My properties'),
  mine('session.user.property.get', 'GET', '/session/user/property/:id', 'read', 'One of my properties'),
  mine('session.user.property.search', 'POST', '/session/user/property', 'read', 'Search my properties', {
    aliases: ['/session/user/property/search'],
  }),
  mine('session.user.property.count', 'GET', '/session/user/property/count', 'read', 'Count of my properties'),
] as const;
