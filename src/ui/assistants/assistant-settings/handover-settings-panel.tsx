import { Field, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { formOf, REPLY_HOURS_MAX } from '../../../machines/visitors/handover-settings.machine.ts'
import type { HandoverReason, HandoverSettings, OfficeHours } from '../../../services/contract/handover.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { localized } from '../../../texts/localized.ts'
import { t } from '../../../texts/t.ts'
import { CheckList } from '../../parts/choice-list.tsx'
import { FieldSet, FieldsetNote } from '../../parts/field-set.tsx'
import { TextField, useFieldError, useFieldValue, useForm } from '../../parts/form.tsx'
import { weekdays } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordForm, useRecord } from '../../parts/record-form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Select } from '../../parts/select-field.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { timeZones } from '../../parts/time-zones.ts'
import { Toggle, ToggleField } from '../../parts/toggle-field.tsx'
import { useProvided } from '../../provided.ts'
import { useOrganizationId, useResource } from '../../workspace.ts'

interface PanelProps {
  integration: Integration
  editable: boolean
}

const REASONS: readonly { id: HandoverReason; label: string; hint: string }[] = [
  {
    id: 'asked',
    label: t('When someone asks'),
    hint: t('For example “a human, please”'),
  },
  { id: 'refused', label: t('When no answer is found'), hint: t('Or when the answer fails') },
  { id: 'disliked', label: t('After two thumbs down'), hint: '' },
  { id: 'always', label: t('Below every answer'), hint: '' },
]

/** Initial hours: those of most offices, in the person's time zone. */
const usualHours = (): OfficeHours => ({
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** When visitors are offered a person, where the request goes, and when to expect a reply. */
export function HandoverSettingsPanel({ integration, editable }: PanelProps) {
  const organizationId = useOrganizationId()
  const settings = useResource('handoverSettings', { organizationId, id: integration.id })
  return (
    <ResourceView resource={settings} skeleton={<SkeletonFields />}>
      {(data) => <HandoverForm integration={integration} settings={data} editable={editable} />}
    </ResourceView>
  )
}

const HandoverForm = ({ integration, settings, editable }: PanelProps & { settings: HandoverSettings }) => (
  <RecordForm
    actor={useRecord(useProvided('handoverSettings'), integration.id, settings, formOf)}
    editable={editable}
    gap="6"
  >
    <CheckList name="offered" label={t('Offer a person')} choices={REASONS} empty="" />
    <Stack gap="4">
      <ToggleField
        name="inbox"
        label={t('Inbox')}
        hint={t('Everyone who can reply is notified and replies in the inbox.')}
      />
      <TextField
        name="email"
        label={t('Send an email to')}
        type="email"
        autoComplete="off"
        hint={t('Includes the conversation. If the inbox is off, reply to the email to answer.')}
      />
      <Zendesk failure={settings.zendesk_failure} />
      <Text textStyle="small" color="ink.2">
        <Rich
          text={t('<0>Webhooks</0> with the event “Person requested” are called as well.')}
          parts={[<Link to="/settings/webhooks" fontSize="sm" />]}
        />
      </Text>
    </Stack>
    <ReplyHours />
    <Stack gap="4">
      <Hours />
    </Stack>
  </RecordForm>
)

/** Where a ticket is created; saving tests the connection. */
function Zendesk({ failure }: { failure: HandoverSettings['zendesk_failure'] }) {
  const isOn = useFieldValue('zendesk_url') !== ''
  return (
    <>
      <TextField
        name="zendesk_url"
        label={t('Zendesk')}
        autoComplete="off"
        hint={t(
          'For example https://example.zendesk.com. A ticket is created for each request, with the conversation as an internal note.',
        )}
      />
      {isOn && (
        <>
          <TextField
            name="zendesk_email"
            label={t('Email address of the Zendesk user')}
            type="email"
            autoComplete="off"
          />
          <TextField
            name="zendesk_token"
            label={t('API token')}
            type="password"
            autoComplete="off"
            hint={t('The connection is tested when you save. Leave empty to keep the stored token.')}
          />
        </>
      )}
      {failure && (
        <Notice tone="error">
          <Rich
            text={t(
              'The last ticket could not be created. {reason} Requests without a ticket wait in the <0>inbox</0>.',
              { reason: localized(failure, failure.message) },
            )}
            parts={[<Link to="/inbox" fontSize="inherit" />]}
          />
        </Notice>
      )}
    </>
  )
}

function ReplyHours() {
  const form = useForm()
  const value = useFieldValue('reply_hours') as number
  const error = useFieldError('reply_hours')
  return (
    <Field.Root invalid={error !== null} maxWidth="16rem">
      <Field.Label>{t('Usual reply time (hours)')}</Field.Label>
      <Input
        type="number"
        inputMode="numeric"
        name="reply_hours"
        min={0}
        max={REPLY_HOURS_MAX}
        value={value === 0 ? '' : value}
        onChange={({ target }) =>
          form.send({ type: 'field.changed', name: 'reply_hours', value: Number(target.value) })
        }
      />
      {error ? (
        <Field.ErrorText>{error}</Field.ErrorText>
      ) : (
        <Field.HelperText>{t('Optional. Shown when a person is asked for.')}</Field.HelperText>
      )}
    </Field.Root>
  )
}

function Hours() {
  const form = useForm()
  const hours = useFieldValue('office_hours') as OfficeHours | null
  const error = useFieldError('office_hours')
  const zoneId = useId()
  const change = (value: OfficeHours | null) =>
    form.send({ type: 'field.changed', name: 'office_hours', value })
  return (
    <>
      <Toggle
        label={t('Office hours')}
        hint={t('Outside office hours, the request form says when you are back.')}
        checked={hours !== null}
        onToggle={() => change(hours === null ? usualHours() : null)}
      />
      {hours && (
        <Stack gap="4">
          <FieldSet label={t('Days')}>
            <Flex gap="4" rowGap="2" wrap="wrap">
              {weekdays().map(({ day, name }) => (
                <Toggle
                  key={day}
                  label={name}
                  checked={hours.days.includes(day)}
                  onToggle={() => change({ ...hours, days: toggled(hours.days, day) })}
                />
              ))}
            </Flex>
            <FieldsetNote error={error} />
          </FieldSet>
          <Flex gap="4" wrap="wrap">
            <Clock label={t('From')} value={hours.from} onChange={(from) => change({ ...hours, from })} />
            <Clock label={t('Until')} value={hours.to} onChange={(to) => change({ ...hours, to })} />
            <Field.Root flex="1 1 14rem" width="auto" id={zoneId}>
              <Field.Label>{t('Time zone')}</Field.Label>
              <Select
                id={zoneId}
                value={hours.time_zone}
                onChange={({ target }) => change({ ...hours, time_zone: target.value })}
                options={timeZones(hours.time_zone).map(({ value, label }) => [value, label])}
              />
            </Field.Root>
          </Flex>
        </Stack>
      )}
    </>
  )
}

const toggled = (days: readonly number[], day: number) =>
  days.includes(day) ? days.filter((other) => other !== day) : [...days, day]

const Clock = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => (
  <Field.Root width="9rem">
    <Field.Label>{label}</Field.Label>
    <Input type="time" value={value} onChange={({ target }) => target.value && onChange(target.value)} />
  </Field.Root>
)
