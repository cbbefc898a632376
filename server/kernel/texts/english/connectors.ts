/** What connectors ask of whoever connects them. */
export const CONNECTOR_TEXTS = {
  'field.address': 'Address',
  'field.email': 'Email address',
  'field.token': 'API token',
  'confluence.email.hint': 'Confluence Cloud only. Leave empty for Data Center.',
  'confluence.token.hint': 'An API token in Confluence Cloud, a personal access token in Data Center.',
  'choices.spaces': 'Spaces',
  /** A field of a connection that was left empty. */
  field_missing: 'Please fill in this field.',
} as const
