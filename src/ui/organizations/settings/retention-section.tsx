import { Box, chakra, Field, Grid, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { type RetentionRef, withNewRule } from '../../../machines/organizations/retention.machine.ts'
import type { Channel } from '../../../services/contract/conversations.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import type { RecordRule, Retention, RetentionRule } from '../../../services/contract/retention.ts'
import { t } from '../../../texts/t.ts'
import { CHANNEL_NAMES } from '../../conversations/conversation/channel-names.ts'
import { Button } from '../../parts/button.tsx'
import { FieldsetNote } from '../../parts/field-set.tsx'
import { Form, FormError } from '../../parts/form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { Section } from '../../parts/section.tsx'
import { Select } from '../../parts/select-field.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource } from '../../workspace.ts'
import { RetentionPreview } from './retention-preview.tsx'

const PERIODS = [7, 30, 90, 180, 365, 730, 1095]

/** How long conversations and other records are kept, for owners and admins to set. */
export function RetentionSection({ organizationId }: { organizationId: string }) {
  const retention = useResource('retention', { organizationId })
  const usable = useResource('integrations', { organizationId })
  const restricted = useResource('restrictedAssistants', { organizationId })
  return (
    <Section
      title={t('How long data is kept')}
      lead={t(
        'After this time without a message, conversations are permanently deleted together with their hand-overs. Visitors without other conversations are deleted too. Conversations with an unresolved hand-over stay.',
      )}
    >
      <ResourceView resource={retention} skeleton={<SkeletonFields />}>
        {(values) => (
          <ResourceView resource={usable} skeleton={<SkeletonFields />}>
            {(open) => (
              <ResourceView resource={restricted} skeleton={<SkeletonFields />}>
                {(named) => (
                  <Rules
                    organizationId={organizationId}
                    values={values}
                    assistants={[...open, ...named.filter(({ may_read }) => !may_read)]}
                  />
                )}
              </ResourceView>
            )}
          </ResourceView>
        )}
      </ResourceView>
    </Section>
  )
}

interface RulesProps {
  organizationId: string
  values: Retention
  assistants: readonly Pick<Integration, 'id' | 'name'>[]
}

function Rules({ organizationId, values, assistants }: RulesProps) {
  const actor = useProvidedActor('retention', {
    input: { organizationId, values },
  })
  useEffect(() => actor.send({ type: 'record.read', values }), [actor, values])
  const busy = useSelector(actor, (form) => form.hasTag('busy'))
  return (
    <Form actor={actor}>
      <FormError />
      <chakra.fieldset disabled={busy} display="grid" gap="5">
        <Box maxWidth="16rem">
          <KeptDays actor={actor} rule="default_days" label={t('Keep conversations')} />
        </Box>
        <RuleList actor={actor} assistants={assistants} />
        <Records actor={actor} />
      </chakra.fieldset>
      <RetentionPreview actor={actor} />
      <Text textStyle="small" color="ink.2" maxWidth="34rem">
        {t(
          'Questions, tokens and costs of deleted conversations still count in Usage, Analytics and your plan. Outcomes, open questions and citations cover only the conversations that are kept.',
        )}
      </Text>
      <SaveBar actor={actor} label={t('Save rules')} />
    </Form>
  )
}

const RECORDS: readonly { rule: RecordRule; label: string; without: string; periods: readonly number[] }[] = [
  {
    rule: 'audit_days',
    label: t('Keep the audit log'),
    without: t('Same as your plan'),
    periods: [30, 90, 180, 365, 730, 1095],
  },
  {
    rule: 'deleted_document_days',
    label: t('Keep documents that disappeared from a source'),
    without: t('30 days'),
    periods: [1, 7, 14],
  },
  {
    rule: 'delivery_days',
    label: t('Keep webhook deliveries'),
    without: t('30 days'),
    periods: [1, 7, 14],
  },
]

/** How long records other than conversations are kept. */
const Records = ({ actor }: { actor: RetentionRef }) => (
  <Grid
    templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
    gap="4"
    alignItems="end"
  >
    {RECORDS.map((one) => (
      <KeptDays key={one.rule} actor={actor} {...one} />
    ))}
  </Grid>
)

interface KeptDaysProps extends Pick<DaysProps, 'without' | 'periods'> {
  actor: RetentionRef
  rule: RecordRule | 'default_days'
  label: string
}

function KeptDays({ actor, rule, label, ...choices }: KeptDaysProps) {
  const days = useSelector(actor, ({ context }) => context.values[rule])
  const id = useId()
  return (
    <Field.Root id={id}>
      <Field.Label>{label}</Field.Label>
      <Days
        {...choices}
        id={id}
        days={days}
        onChange={(value) => actor.send({ type: 'field.changed', name: rule, value })}
      />
    </Field.Root>
  )
}

function RuleList({ actor, assistants }: { actor: RetentionRef; assistants: RulesProps['assistants'] }) {
  const rules = useSelector(actor, ({ context }) => context.values.rules)
  const error = useSelector(actor, ({ context }) => context.fieldErrors.rules ?? null)
  const add = useRef<HTMLButtonElement>(null)
  const change = (value: RetentionRule[]) => actor.send({ type: 'field.changed', name: 'rules', value })
  const label = t('Exceptions')
  return (
    <Stack gap="3">
      <Text fontWeight="semibold" fontSize="sm">
        {label}
      </Text>
      {rules.length > 0 && (
        <chakra.ul aria-label={label} listStyleType="none" display="grid" gap={{ base: '5', sm: '3' }}>
          {rules.map((rule, index) => (
            <RuleRow
              key={index}
              n={index + 1}
              rule={rule}
              assistants={assistants}
              onChange={(changes) =>
                change(rules.map((one, at) => (at === index ? { ...one, ...changes } : one)))
              }
              onRemove={() => {
                change(rules.filter((_, at) => at !== index))
                add.current?.focus()
              }}
            />
          ))}
        </chakra.ul>
      )}
      {rules.length > 0 && (
        <FieldsetNote
          error={error}
          hint={t(
            'The most specific exception applies: assistant and channel, then assistant, then channel.',
          )}
        />
      )}
      <Button
        ref={add}
        size="sm"
        justifySelf="start"
        width="fit-content"
        onClick={() => change(withNewRule(rules))}
      >
        <Plus aria-hidden />
        {t('Add an exception')}
      </Button>
    </Stack>
  )
}

/** By id; a rule keeps an assistant that is not known here. */
const assistantsFor = (id: string | null, assistants: RulesProps['assistants']) =>
  Object.entries({
    ...(id !== null && { [id]: t('Unknown assistant') }),
    ...Object.fromEntries(assistants.map((one) => [one.id, one.name])),
  })

interface RuleRowProps {
  n: number
  rule: RetentionRule
  assistants: RulesProps['assistants']
  onChange: (changes: Partial<RetentionRule>) => void
  onRemove: () => void
}

const RuleRow = ({ n, rule, assistants, onChange, onRemove }: RuleRowProps) => (
  <Grid
    as="li"
    templateColumns={{
      base: 'minmax(0, 1fr) auto',
      sm: 'minmax(0, 1.3fr) minmax(0, 1.2fr) minmax(0, 1fr) auto',
    }}
    gap="2"
    alignItems="center"
  >
    <Select
      aria-label={t('Assistant for exception {n}', { n })}
      value={rule.integration_id ?? ''}
      gridColumn={{ base: '1 / -1', sm: 'auto' }}
      onChange={({ target }) => onChange({ integration_id: target.value || null })}
      none={t('All assistants')}
      options={assistantsFor(rule.integration_id, assistants)}
    />
    <Select
      aria-label={t('Channel for exception {n}', { n })}
      value={rule.channel ?? ''}
      gridColumn={{ base: '1 / -1', sm: 'auto' }}
      onChange={({ target }) => onChange({ channel: (target.value || null) as Channel | null })}
      none={t('All channels')}
      options={Object.entries(CHANNEL_NAMES)}
    />
    <Days
      aria-label={t('Retention for exception {n}', { n })}
      days={rule.days}
      onChange={(days) => onChange({ days })}
    />
    <Button variant="ghost" aria-label={t('Remove exception {n}', { n })} px="2" onClick={onRemove}>
      <Trash2 aria-hidden />
    </Button>
  </Grid>
)

const periodName = (days: number) =>
  days % 365 === 0
    ? t('{years, plural, one {# year} other {# years}}', { years: days / 365 })
    : t('{days, plural, one {# day} other {# days}}', { days })

interface DaysProps {
  id?: string
  'aria-label'?: string
  days: number | null
  /** Meaning of an empty number of days. */
  without?: string
  periods?: readonly number[]
  onChange: (days: number | null) => void
}

/** The usual periods, and one set by a program. */
const Days = ({ days, without = t('Forever'), periods = PERIODS, onChange, ...props }: DaysProps) => (
  <Select
    {...props}
    value={days ?? ''}
    onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    none={without}
    options={[...new Set(days === null ? periods : [...periods, days])]
      .sort((a, b) => a - b)
      .map((period) => [period, periodName(period)])}
  />
)
