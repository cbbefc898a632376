import { Box, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/plan-change/plan-change.machine.ts'
import { chosenPlan } from '../../machines/plan-change/plan-change.types.ts'
import type { LimitKey, PlanPreview } from '../../services/contract/billing.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { formatBytes, formatDate } from '../parts/format.ts'

const what: Record<LimitKey, string> = {
  members: 'Members',
  integrations: 'Integrations',
  documents: 'Documents',
  storage_bytes: 'Storage',
  messages_month: 'Questions per month',
}

const number = new Intl.NumberFormat('en')
const amount = (key: LimitKey, value: number) =>
  key === 'storage_bytes' ? formatBytes(value) : number.format(value)

/** Before a smaller plan: what it has no room for, and when it begins. */
export function SmallerPlanDialog({ actor }: { actor: PlanChangeRef }) {
  const open = useSelector(actor, (change) => change.hasTag('confirming'))
  const preview = useSelector(actor, ({ context }) => context.preview)
  const name = useSelector(actor, ({ context }) => chosenPlan(context)?.name ?? '')
  const refuse = () => actor.send({ type: 'downgrade.refused' })
  if (!preview) return null
  const { effective_at, over } = preview
  return (
    <Dialog open={open} locked={false} title={`Change to ${name}?`} onClose={refuse}>
      <DialogBody display="grid" gap="4">
        <Text color="ink.2">
          {effective_at
            ? `${name} begins on ${formatDate(effective_at)}. Until then everything stays as it is, and you can undo this.`
            : `${name} begins as soon as it is paid.`}
        </Text>
        {over.length > 0 ? (
          <Over name={name} over={over} />
        ) : (
          <Text>Everything you have fits into {name}.</Text>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse}>Keep my plan</Button>
        <Button variant="primary" onClick={() => actor.send({ type: 'downgrade.confirmed' })}>
          Change to {name}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const Over = ({ name, over }: { name: string; over: PlanPreview['over'] }) => (
  <Stack gap="2.5">
    <Text fontWeight="semibold">More than {name} has room for:</Text>
    <Box as="ul" listStyleType="none" border="1px solid" borderColor="rule" borderRadius="md" bg="raised">
      {over.map(({ organization_id, organization_name, key, used, max }) => (
        <Box
          as="li"
          key={organization_id + key}
          display="flex"
          justifyContent="space-between"
          gap="4"
          px="4"
          py="2.5"
          fontSize="md"
          _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
        >
          <Text overflowWrap="anywhere" minWidth={0}>
            {what[key]}{' '}
            <Text as="span" color="ink.2">
              in {organization_name}
            </Text>
          </Text>
          <Text whiteSpace="nowrap">
            {amount(key, used)}{' '}
            <Text as="span" color="ink.2">
              of {amount(key, max)}
            </Text>
          </Text>
        </Box>
      ))}
    </Box>
    <Text textStyle="small" color="ink.2">
      Nothing is deleted. You can read, export and delete all of it; adding more waits until it fits.
    </Text>
  </Stack>
)
