import type { ReadingReason } from '../../../services/contract/readers.ts'
import { t } from '../../../texts/t.ts'
import { listed } from '../../parts/format.ts'

const reasonText = ({ kind, name }: ReadingReason) => {
  if (kind === 'everyone') return t('Everyone')
  if (kind === 'service') return t('Can read it in {service}', { service: name ?? '' })
  return kind === 'person' ? t('Added by name') : t('Group {name}', { name: name ?? '' })
}

/** Why someone can read a knowledge base, in one line. */
export const reasonsText = (reasons: readonly ReadingReason[]) => listed(reasons.map(reasonText))
