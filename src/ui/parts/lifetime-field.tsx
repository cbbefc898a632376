import { t } from '../../texts/t.ts'
import { SelectField } from './select-field.tsx'

const LIFETIMES = [
  { value: '30', label: t('After 30 days') },
  { value: '90', label: t('After 90 days') },
  { value: '365', label: t('After one year') },
]

/** How many days something is valid for; `endless` says what else ends it. */
export const LifetimeField = ({ endless }: { endless: string }) => (
  <SelectField name="lifetime" label={t('Expires')} options={[...LIFETIMES, { value: '', label: endless }]} />
)
