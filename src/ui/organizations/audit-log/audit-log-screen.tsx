import { Box, Flex, Input, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { selectSearch } from '../../../machines/shell/navigation/navigation.selectors.ts'
import { AUDIT_SEARCH_MAX, AuditFilter } from '../../../services/contract/audit.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { Choice, createAddressFilter, DayFields, FilterForm } from '../../parts/filter-form.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PagesView } from '../../parts/pages-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { AUDIT_LOG, PLANS } from '../../shell/settings/settings-items.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { usePages, useWorkspace } from '../../workspace.ts'
import { AuditTable } from './audit-table.tsx'
import { SUBJECTS } from './words.ts'

const { read: filterIn, search } = createAddressFilter<AuditFilter>(AuditFilter)

const pathOf = (filter: AuditFilter) => {
  const asked = search(filter)
  return `${AUDIT_LOG.path}${asked.size > 0 ? `?${asked}` : ''}`
}

function AuditFilters({ filter }: { filter: AuditFilter }) {
  return (
    <FilterForm
      applied={filter}
      filterIn={filterIn}
      pathOf={pathOf}
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

/** The audit log of an organization, for owners and admins. */
export function AuditLogScreen() {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  const filter = filterIn(new URLSearchParams(useSelector(useActors().navigation, selectSearch)))
  return (
    <SettingsPage
      title={t('Audit log')}
      measure="list"
      lead={
        <Rich
          text={t(
            'Who did what, when and where. Entries cannot be changed. How long they are kept depends on <0>your plan</0>.',
          )}
          parts={[<Link to={PLANS.path} />]}
        />
      }
      action={organization && manages && <Export organizationId={organization.id} filter={filter} />}
    >
      {organization && manages && (
        <>
          <AuditFilters filter={filter} />
          <Entries
            key={JSON.stringify([organization.id, filter])}
            organizationId={organization.id}
            filter={filter}
          />
        </>
      )}
      {organization && !manages && (
        <Notice tone="caution">{t('Only owners and admins can see the audit log.')}</Notice>
      )}
    </SettingsPage>
  )
}

interface OfLog {
  organizationId: string
  filter: AuditFilter
}

function Entries({ organizationId, filter }: OfLog) {
  return (
    <PagesView
      pages={usePages('auditLog', { organizationId, filter })}
      skeleton={<SkeletonRows count={6} />}
      empty={
        <EmptyState
          title={t('No matching entries.')}
          action={<Link to={AUDIT_LOG.path}>{t('Show all')}</Link>}
        >
          {t('Actions of members and API keys appear here.')}
        </EmptyState>
      }
    >
      {({ items, total, rest }) => (
        <>
          <Text color="ink.2" textStyle="small" role="status" mb="2">
            {t('{total, plural, one {# entry} other {# entries}}', { total })}
          </Text>
          <AuditTable entries={items} />
          {rest}
        </>
      )}
    </PagesView>
  )
}

function Export({ organizationId, filter }: OfLog) {
  const download = useProvidedActor('auditDownload')
  const busy = useSelector(download, (file) => file.hasTag('busy'))
  return (
    <Flex>
      <Button
        disabled={busy}
        onClick={() => download.send({ type: 'operation.requested', request: { organizationId, filter } })}
      >
        <Download aria-hidden />
        {t('Export as CSV')}
      </Button>
    </Flex>
  )
}
