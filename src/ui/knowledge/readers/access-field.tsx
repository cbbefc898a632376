import { t } from '../../../texts/t.ts'
import { RadioList } from '../../parts/radio-list.tsx'

interface AccessFieldProps {
  of: 'base' | 'documents' | 'assistant'
}

const EVERYONE = {
  base: {
    value: 'everyone',
    label: t('Everyone in the organization'),
    hint: t('Including public pages and API keys.'),
  },
  documents: {
    value: 'everyone',
    label: t('Everyone who can read the knowledge base'),
    hint: t('New documents start like this.'),
  },
  assistant: {
    value: 'everyone',
    label: t('Everyone in the organization'),
    hint: t('Including API keys; only then can it be public.'),
  },
}

const NO_ONE_READS = t('No one else sees it or gets answers from it, whatever their role.')
const NO_ONE_USES = t('No one else sees it, its conversations or its figures, whatever their role.')

/** For everyone, or only for those chosen below. */
export const AccessField = ({ of }: AccessFieldProps) => (
  <RadioList
    name="access"
    label={t('Access')}
    choices={[
      EVERYONE[of],
      {
        value: 'named',
        label: t('Only these groups and people'),
        hint: of === 'assistant' ? NO_ONE_USES : NO_ONE_READS,
      },
    ]}
  />
)
