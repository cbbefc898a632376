/** What connectors ask of whoever connects them. */
export const CONNECTOR_TEXTS = {
  'field.address': 'Address',
  'field.email': 'Email address',
  'field.token': 'API token',
  'field.endpoint': 'Endpoint',
  'field.region': 'Region',
  'field.bucket': 'Bucket',
  'field.prefix': 'Prefix',
  'field.access_key': 'Access key ID',
  'field.secret_key': 'Secret access key',
  'bucket.endpoint.hint': 'At Amazon: https://s3.eu-central-1.amazonaws.com, with your region.',
  'bucket.region.hint': 'The region of the bucket. Other stores usually expect us-east-1.',
  'bucket.prefix.hint': 'Only what begins like this is listed, such as manuals/.',
  'confluence.email.hint': 'Confluence Cloud only. Leave empty for Data Center.',
  'confluence.token.hint': 'An API token in Confluence Cloud, a personal access token in Data Center.',
  'notion.token': 'Integration secret',
  'notion.token.hint':
    'Of an internal integration that can read content. Pages are connected to it in Notion.',
  'choices.spaces': 'Spaces',
  'choices.pages': 'Pages and databases',
  'choices.folders': 'Folders',
  'choices.repositories': 'Repositories',
  'github.address.hint': 'Of GitHub Enterprise Server: the address of its start page.',
  'github.token.hint': 'A fine-grained token that can read the contents and the issues of the repositories.',
  /** A field of a connection that was left empty. */
  field_missing: 'Please fill in this field.',
} as const
