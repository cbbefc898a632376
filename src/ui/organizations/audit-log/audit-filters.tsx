import { Box, Input } from '@chakra-ui/react'
import { AUDIT_SEARCH_MAX, AuditFilter } from '../../../services/contract/audit.ts'
import { t } from '../../../texts/t.ts'
import { createAddressFilter } from '../../parts/address-filter.ts'
import { Choice, DayFields } from '../../parts/filter-fields.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { AUDIT_LOG } from '../../shell/settings/settings-items.ts'
import { SUBJECTS } from './words.ts'

const { read, search } = createAddressFilter<AuditFilter>(AuditFilter)

export const filterIn = read

const pathOf = (filter: AuditFilter) => {
  const asked = search(filter)
  return `${AUDIT_LOG.path}${asked.size > 0 ? `?${asked}` : ''}`
}

export function AuditFilters({ filter }: { filter: AuditFilter }) {
  return (
    <FilterForm
      pathOf={(fields) => pathOf(filterIn(fields))}
      role="search"
      aria-label={t('Filters')}
      display="grid"
      gap="2.5"
      gridTemplateColumns={{ base: '1fr 1fr', lg: 'minmax(12rem, 1.6fr) repeat(3, minmax(8rem, 1fr))' }}
      alignItems="end"
      fontSize="sm"
      mb="5"
    >
      <Box display="grid" gap="1" color="ink.2" gridColumn={{ base: 'span 2', lg: 'auto' }}>
        <label htmlFor="filter-q">{t('Person or subject')}</label>
        <Input
          id="filter-q"
          type="search"
          name="q"
          placeholder={t('Name or email')}
          maxLength={AUDIT_SEARCH_MAX}
          defaultValue={filter.q ?? ''}
          height="34px"
          fontSize="sm"
          px="2"
        />
      </Box>
      <Box display="contents" css={{ '& > *': { gridColumn: { base: 'span 2', lg: 'auto' } } }}>
        <Choice
          name="subject"
          label={t('Category')}
          value={filter.subject ?? ''}
          options={[['', t('Everything')], ...Object.entries(SUBJECTS)]}
        />
      </Box>
      <DayFields from={filter.from} to={filter.to} />
    </FilterForm>
  )
}
