import { Box, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import { chosenPlan } from '../../machines/billing/plan-change/plan-change.types.ts'
import type { LimitKey, PlanPreview } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { formatBytes, formatDate, formatNumber } from '../parts/format.ts'

const what: Record<LimitKey, string> = {
  members: t('Members'),
  integrations: t('Integrations'),
  documents: t('Documents'),
  storage_bytes: t('Storage'),
  messages_month: t('Questions per month'),
}

const amount = (key: LimitKey, value: number) =>
  key === 'storage_bytes' ? formatBytes(value) : formatNumber(value)

/** Before a smaller plan: what it has no room for, and when it begins. */
export function SmallerPlanDialog({ actor }: { actor: PlanChangeRef }) {
  const open = useSelector(actor, (change) => change.hasTag('confirming'))
  const preview = useSelector(actor, ({ context }) => context.preview)
  const name = useSelector(actor, ({ context }) => chosenPlan(context)?.name ?? '')
  const refuse = () => actor.send({ type: 'downgrade.refused' })
  if (!preview) return null
  const { effective_at, over } = preview
  return (
    <Dialog open={open} locked={false} title={t('Change to {name}?', { name })} onClose={refuse}>
      <DialogBody display="grid" gap="4">
        <Text color="ink.2">
          {effective_at
            ? t('{name} starts on {effective_at}. Nothing changes until then, and you can undo this.', {
                name,
                effective_at: formatDate(effective_at),
              })
            : t('{name} starts as soon as you pay.', { name })}
        </Text>
        {over.length > 0 ? (
          <Over name={name} over={over} />
        ) : (
          <Text>{t('Everything you have fits in {name}.', { name })}</Text>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse}>{t('Keep my plan')}</Button>
        <Button variant="primary" onClick={() => actor.send({ type: 'downgrade.confirmed' })}>
          {t('Change to {name}', { name })}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const Over = ({ name, over }: { name: string; over: PlanPreview['over'] }) => (
  <Stack gap="2.5">
    <Text fontWeight="semibold">{t('Over the limits of {name}:', { name })}</Text>
    <Box as="ul" listStyleType="none" border="1px solid" borderColor="rule" borderRadius="md" bg="raised">
      {over.map(({ key, used, max }) => (
        <Box
          as="li"
          key={key}
          display="flex"
          justifyContent="space-between"
          gap="4"
          px="4"
          py="2.5"
          fontSize="md"
          _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
        >
          <Text overflowWrap="anywhere" minWidth={0}>
            {what[key]}
          </Text>
          <Text whiteSpace="nowrap">
            {amount(key, used)}{' '}
            <Text as="span" color="ink.2">
              {t('of {limit}', { limit: amount(key, max) })}
            </Text>
          </Text>
        </Box>
      ))}
    </Box>
    <Text textStyle="small" color="ink.2">
      {t(
        'Nothing is deleted. You can still read, export and delete everything, but not add more until it fits.',
      )}
    </Text>
  </Stack>
)
