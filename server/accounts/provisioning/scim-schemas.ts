import { Schemas } from 'scimmy'

export const BASE_PATH = '/api/scim/v2'
export const PAGE_MAX = 200

/** Stored attributes; others are accepted and dropped, since providers send whole profiles. */
export const USER_ATTRIBUTES = ['userName', 'name', 'active', 'externalId']
export const GROUP_ATTRIBUTES = ['displayName', 'members', 'externalId']

const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i

/** A path without its schema's name, which is an optional prefix. */
export const withoutUrn = (path: string) => path.replace(URN, '')

/** `name.givenName` and `members[value eq "…"]` belong to `name` and `members`. */
export const isKept = (attributes: readonly string[], path: string) => {
  const [first = ''] = path.toLowerCase().split(/[.[]/, 1)
  return attributes.some((attribute) => attribute.toLowerCase() === first)
}

const COMMON = ['schemas', 'id', 'externalId', 'meta']

const keepOnly = ({ definition }: typeof Schemas.User | typeof Schemas.Group, kept: readonly string[]) => {
  const others = definition.attributes.filter(({ name }) => ![...COMMON, ...kept].includes(name))
  for (const { name } of others) definition.truncate(name)
}
keepOnly(Schemas.User, USER_ATTRIBUTES)
keepOnly(Schemas.Group, GROUP_ATTRIBUTES)

const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'

/** Discovery documents about what is supported, RFC 7643 §5 to §7. */
export const createDiscovery = (base: () => string) => ({
  config: () => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token',
        description: 'A provisioning token of the organization, as a bearer token.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base()}/ServiceProviderConfig` },
  }),

  resourceTypes: () =>
    [Schemas.User, Schemas.Group].map(({ definition: { name, id, description } }) => ({
      schemas: [RESOURCE_TYPE],
      id: name,
      name,
      description,
      endpoint: `/${name}s`,
      schema: id,
      meta: { resourceType: 'ResourceType', location: `${base()}/ResourceTypes/${name}` },
    })),

  schemas: () =>
    [Schemas.User, Schemas.Group].map(({ definition }) => definition.describe(`${base()}/Schemas`)),
})
