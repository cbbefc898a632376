import { Box, Stack, Text } from '@chakra-ui/react'
import type { LimitKey, Usage } from '../../../services/contract/billing.ts'
import { useOrganizationId, useResource } from '../../actors.tsx'
import { SubscriptionCard } from '../../billing/subscription-card.tsx'
import { formatBytes, formatDate } from '../../parts/format.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonLine } from '../../parts/states.tsx'

const names: Record<LimitKey, string> = {
  members: 'Members',
  integrations: 'Integrations',
  documents: 'Documents',
  storage_bytes: 'Storage',
  messages_month: 'Questions this month',
}

/** S2.16: the plan, what it has room for, and how much of it this organization uses. */
export function SubscriptionTab() {
  const usage = useResource('usage', { organizationId: useOrganizationId() })
  return (
    <Stack gap="9" maxWidth="column">
      <SubscriptionCard />
      <Section
        title="What this organization uses"
        action={<ButtonLink to="/payment">Payments and invoices</ButtonLink>}
      >
        <ResourceView resource={usage} skeleton={<SkeletonLine height="10em" />}>
          {(data) => <Meters usage={data} />}
        </ResourceView>
      </Section>
    </Stack>
  )
}

const number = new Intl.NumberFormat('en')
const shown = (key: LimitKey, value: number) =>
  key === 'storage_bytes' ? formatBytes(value) : number.format(value)

const Meters = ({ usage: { meters, plan_name } }: { usage: Usage }) => (
  <Stack as="ul" listStyleType="none" gap="4">
    {meters.map(({ key, used, limit, resets_at }) => (
      <Box as="li" key={key}>
        <Box display="flex" justifyContent="space-between" gap="4" fontSize="md" mb="1.5">
          <Text fontWeight="semibold">{names[key]}</Text>
          <Text color="ink.2">
            {shown(key, used)} {limit === null ? '' : `of ${shown(key, limit)}`}
            {resets_at && ` · anew on ${formatDate(resets_at)}`}
          </Text>
        </Box>
        {limit !== null && (
          <Box display="flex">
            <ProgressBar label={names[key]} value={Math.min(1, used / limit)} />
          </Box>
        )}
      </Box>
    ))}
    <Text as="li" textStyle="small" color="ink.2">
      An organization has the room of its owner’s plan: {plan_name}. Reading, exporting and deleting stay open
      when it is full.
    </Text>
  </Stack>
)
