/** What connectors ask of whoever connects them. */
export const CONNECTOR_TEXTS = {
  'field.address': 'Address',
  'field.email': 'Email address',
  'field.token': 'API token',
  'field.bucket': 'Bucket',
  'field.region': 'Region',
  'field.access_key': 'Access key ID',
  'field.secret_key': 'Secret access key',
  'field.prefix': 'Prefix',
  'confluence.email.hint': 'Confluence Cloud only. Leave empty for Data Center.',
  'confluence.token.hint': 'An API token in Confluence Cloud, a personal access token in Data Center.',
  's3.address.hint': 'The endpoint of the object store, for example https://s3.eu-central-1.amazonaws.com.',
  's3.prefix.hint': 'Optional. Only objects whose keys start with it are read.',
  'choices.spaces': 'Spaces',
  'choices.folders': 'Folders',
  /** A field of a connection that was left empty. */
  field_missing: 'Please fill in this field.',
} as const
