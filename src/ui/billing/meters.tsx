import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { sellsMoreSeats } from '../../machines/billing/plan-change/plan-change.setup.ts'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { LimitKey, Usage } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { formatBytes, formatMoment, formatNumber, formatShare } from '../parts/format.ts'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../workspace.ts'

const names: Record<LimitKey, string> = {
  members: t('Members'),
  integrations: t('Integrations'),
  documents: t('Documents'),
  storage_bytes: t('Storage'),
  messages_month: t('Questions this month'),
}

/** Usage and limit of one thing. */
export const limitAmount = (key: LimitKey, value: number) =>
  key === 'storage_bytes' ? formatBytes(value) : formatNumber(value)

/** From this share of a limit, it shows a warning. */
const NEARLY_FULL = 0.8

/** How much of each of the plan's limits is used, and which are nearly or completely exhausted. */
export function Meters({ usage: { meters, plan_id, plan_name } }: { usage: Usage }) {
  const subscription = useResourceData(useResource('subscription', { organizationId: useOrganizationId() }))
  const plan = useResourceData(useResource('plans', {}))?.find(({ id }) => id === plan_id)
  const sellsSeats = subscription !== null && sellsMoreSeats(subscription, plan)
  return (
    <Stack as="ul" listStyleType="none" gap="4">
      {meters.map((meter) => (
        <Meter
          key={meter.key}
          meter={meter}
          seatsPlanId={sellsSeats && meter.key === 'members' ? plan_id : null}
        />
      ))}
      <Text as="li" textStyle="small" color="ink.2">
        {t(
          'These are the limits of the {plan_name} plan. At a limit you can still read, export and delete.',
          {
            plan_name,
          },
        )}
      </Text>
    </Stack>
  )
}

interface MeterProps {
  meter: Usage['meters'][number]
  /** The current plan, if additional seats are sufficient. */
  seatsPlanId: string | null
}

function Meter({ meter: { key, used, limit, resets_at }, seatsPlanId }: MeterProps) {
  const owns = useSelector(useWorkspace().organizations, canOwn)
  const share = limit === null ? 0 : Math.min(1, used / limit)
  return (
    <Box as="li">
      <Flex justify="space-between" wrap="wrap" columnGap="4" fontSize="md" mb="1.5">
        <Text fontWeight="semibold">{names[key]}</Text>
        <Text color="ink.2">
          {limit === null
            ? limitAmount(key, used)
            : t('{used} of {limit}', { used: limitAmount(key, used), limit: limitAmount(key, limit) })}
          {resets_at && ` · ${t('resets on {date}', { date: formatMoment(resets_at) })}`}
        </Text>
      </Flex>
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
        <Box
          display="flex"
          alignItems="center"
          flexWrap="wrap"
          columnGap="3"
          mt="1.5"
          fontSize="sm"
          color="caution"
        >
          {share === 1
            ? seatsPlanId
              ? t('Limit reached. Add seats or upgrade to add more.')
              : t('Limit reached. Upgrade or delete something to add more.')
            : t('{share} used.', { share: formatShare(share) })}
          {owns && seatsPlanId && <Way planId={seatsPlanId}>{t('Add seats')}</Way>}
          {owns && <Way>{t('Upgrade')}</Way>}
        </Box>
      )}
    </Box>
  )
}

/** Opens the plans, with the named one selected. */
function Way({ planId = null, children }: { planId?: string | null; children: string }) {
  const { upgrade } = useWorkspace()
  const organizationId = useOrganizationId()
  return (
    <Button
      variant="link"
      size="inline"
      onClick={() => upgrade.send({ type: 'planUpgrade.opened', organizationId, planId })}
    >
      {children}
    </Button>
  )
}
