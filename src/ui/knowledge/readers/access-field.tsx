import { t } from '../../../texts/t.ts'
import { RadioList } from '../../parts/radio-list.tsx'

/** For everyone, or for those alone who are chosen below. */
export const AccessField = () => (
  <RadioList
    name="access"
    label={t('Access')}
    choices={[
      {
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
