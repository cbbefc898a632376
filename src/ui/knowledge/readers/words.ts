import type { Sharing } from '../../../services/contract/documents.ts'
import type { ReadingReason } from '../../../services/contract/readers.ts'
import { t } from '../../../texts/t.ts'
import { listed } from '../../parts/format.ts'

/** Who a document is shared with in the service whose permissions it follows, in one line. */
export const sharingText = ({ service, is_told, anyone, people, domains, groups }: Sharing) => {
  if (!is_told) return t('{service} does not say who can read it', { service })
  if (anyone) return t('{service}: shared with everyone', { service })
  const named = [
    people > 0 && t('{people, plural, one {# person} other {# people}}', { people }),
    groups > 0 && t('{groups, plural, one {# group} other {# groups}}', { groups }),
    domains > 0 && t('{domains, plural, one {# domain} other {# domains}}', { domains }),
  ].filter((part) => part !== false)
  return named.length === 0
    ? t('{service}: shared with no one whose address is known', { service })
    : t('{service}: shared with {named}', { service, named: listed(named) })
}

const reasonText = ({ kind, name }: ReadingReason) => {
  if (kind === 'everyone') return t('Everyone')
  if (kind === 'service') return t('Can read it in {service}', { service: name ?? '' })
  return kind === 'person' ? t('Added by name') : t('Group {name}', { name: name ?? '' })
}

/** Why someone can read a knowledge base, in one line. */
export const reasonsText = (reasons: readonly ReadingReason[]) => listed(reasons.map(reasonText))
