import { t } from '../../../texts/t.ts'
import { RadioList } from '../../parts/radio-list.tsx'

interface AccessFieldProps {
  /** Of documents, not of a knowledge base. */
  ofDocuments: boolean
}

/** For everyone, or for those alone who are chosen below. */
export const AccessField = ({ ofDocuments }: AccessFieldProps) => (
  <RadioList
    name="access"
    label={t('Access')}
    choices={[
      ofDocuments
        ? {
            value: 'everyone',
            label: t('Everyone who can read the knowledge base'),
            hint: t('New documents start like this.'),
          }
        : {
            value: 'everyone',
            label: t('Everyone in the organization'),
            hint: t('Including public pages and API keys.'),
          },
      {
        value: 'named',
        label: t('Only these groups and people'),
        hint: t('No one else sees it or gets answers from it, whatever their role.'),
      },
    ]}
  />
)
