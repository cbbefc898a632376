import { Box, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { LimitKey, Usage } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { formatBytes, formatDate, formatNumber } from '../parts/format.ts'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { useOrganizationId, useWorkspace } from '../workspace.ts'

const names: Record<LimitKey, string> = {
  members: t('Members'),
  integrations: t('Integrations'),
  documents: t('Documents'),
  storage_bytes: t('Storage'),
  messages_month: t('Questions this month'),
}

/** How much of something there is, or may be. */
export const limitAmount = (key: LimitKey, value: number) =>
  key === 'storage_bytes' ? formatBytes(value) : formatNumber(value)

/** From this share of a limit on it is worth a warning. */
const NEARLY_FULL = 0.8

/** How much of each limit of the plan is used, and what is nearly or wholly full. */
export const Meters = ({ usage: { meters, plan_name } }: { usage: Usage }) => (
  <Stack as="ul" listStyleType="none" gap="4">
    {meters.map((meter) => (
      <Meter key={meter.key} meter={meter} />
    ))}
    <Text as="li" textStyle="small" color="ink.2">
      {t('These are the limits of the {plan_name} plan. At a limit you can still read, export and delete.', {
        plan_name,
      })}
    </Text>
  </Stack>
)

function Meter({ meter: { key, used, limit, resets_at } }: { meter: Usage['meters'][number] }) {
  const { upgrade, organizations } = useWorkspace()
  const owns = useSelector(organizations, canOwn)
  const organizationId = useOrganizationId()
  const share = limit === null ? 0 : Math.min(1, used / limit)
  return (
    <Box as="li">
      <Box display="flex" justifyContent="space-between" gap="4" fontSize="md" mb="1.5">
        <Text fontWeight="semibold">{names[key]}</Text>
        <Text color="ink.2">
          {limit === null
            ? limitAmount(key, used)
            : t('{used} of {limit}', { used: limitAmount(key, used), limit: limitAmount(key, limit) })}
          {resets_at && ` · ${t('resets on {date}', { date: formatDate(resets_at) })}`}
        </Text>
      </Box>
      {limit !== null && (
        <Box display="flex">
          <ProgressBar
            label={names[key]}
            value={share}
            tone={share === 1 ? 'accent' : share >= NEARLY_FULL ? 'caution' : 'ink'}
          />
        </Box>
      )}
      {share >= NEARLY_FULL && (
        <Box display="flex" alignItems="center" gap="3" mt="1.5" fontSize="sm" color="caution">
          {share === 1
            ? t('Limit reached. Upgrade or delete something to add more.')
            : t('{share} % used.', { share: Math.round(share * 100) })}
          {owns && (
            <Button
              variant="link"
              size="inline"
              onClick={() => upgrade.send({ type: 'planUpgrade.opened', organizationId })}
            >
              {t('Upgrade')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
