import { Box, Stack, Text } from '@chakra-ui/react'
import type { LimitKey, Usage } from '../../services/contract/billing.ts'
import { Button } from '../parts/button.tsx'
import { formatBytes, formatDate } from '../parts/format.ts'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { useWorkspace } from '../workspace.ts'

const names: Record<LimitKey, string> = {
  members: 'Members',
  integrations: 'Integrations',
  documents: 'Documents',
  storage_bytes: 'Storage',
  messages_month: 'Questions this month',
}

const number = new Intl.NumberFormat('en')
const shown = (key: LimitKey, value: number) =>
  key === 'storage_bytes' ? formatBytes(value) : number.format(value)

/** From this share of a limit on it is worth a warning. */
const NEARLY_FULL = 0.8

/** How much of each limit of the plan is used, and what is nearly or wholly full. */
export const Meters = ({ usage: { meters, plan_name } }: { usage: Usage }) => (
  <Stack as="ul" listStyleType="none" gap="4">
    {meters.map((meter) => (
      <Meter key={meter.key} meter={meter} />
    ))}
    <Text as="li" textStyle="small" color="ink.2">
      An organization has the room of its owner’s plan: {plan_name}. Reading, exporting and deleting stay open
      when it is full.
    </Text>
  </Stack>
)

function Meter({ meter: { key, used, limit, resets_at } }: { meter: Usage['meters'][number] }) {
  const { upgrade } = useWorkspace()
  const share = limit === null ? 0 : Math.min(1, used / limit)
  return (
    <Box as="li">
      <Box display="flex" justifyContent="space-between" gap="4" fontSize="md" mb="1.5">
        <Text fontWeight="semibold">{names[key]}</Text>
        <Text color="ink.2">
          {shown(key, used)} {limit === null ? '' : `of ${shown(key, limit)}`}
          {resets_at && ` · resets on ${formatDate(resets_at)}`}
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
          {share === 1 ? 'Full: nothing can be added.' : `${Math.round(share * 100)} % used.`}
          <Button variant="link" size="inline" onClick={() => upgrade.send({ type: 'planUpgrade.opened' })}>
            Upgrade
          </Button>
        </Box>
      )}
    </Box>
  )
}
