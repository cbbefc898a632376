import { t } from '../../../texts/t.ts'
import { SelectField } from '../../parts/select-field.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'

export const REFRESHES = [
  { value: 'never', label: t('Never') },
  { value: 'daily', label: t('Every day') },
  { value: 'weekly', label: t('Every week') },
]

/** How often a source is read, and who is notified when that fails. */
export const ReadingFields = () => (
  <>
    <SelectField
      name="refresh"
      label={t('Read again')}
      options={REFRESHES}
      hint={t('Only pages that have changed become new versions.')}
    />
    <ToggleField
      name="mailOnFailure"
      label={t('Email me when reading fails')}
      hint={t('You also get a notification.')}
    />
  </>
)
