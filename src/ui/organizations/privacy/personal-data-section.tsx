import { chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PersonalDataRef } from '../../../machines/organizations/personal-data.machine.ts'
import { EMAIL_MAX } from '../../../services/contract/common.ts'
import type { Erasure, PersonalData } from '../../../services/contract/personal-data.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, TextField } from '../../parts/form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { RetryButton } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource } from '../../workspace.ts'
import { FateLists } from './fate-lists.tsx'

/** The data kept about one person, and past erasures. */
export function PersonalDataSection({ organizationId }: { organizationId: string }) {
  const actor = useProvidedActor('personalData', { input: { organizationId } })
  return (
    <>
      <Section
        title={t('Personal data')}
        lead={t('Look up, export or erase what your organization keeps about a customer or a member.')}
      >
        <Person actor={actor} />
      </Section>
      <Section title={t('Erasures')}>
        <ResourceView
          resource={useResource('erasures', { organizationId })}
          skeleton={<SkeletonRows count={2} />}
        >
          {(erasures) => <Receipts actor={actor} erasures={erasures} />}
        </ResourceView>
      </Section>
    </>
  )
}

function Person({ actor }: { actor: PersonalDataRef }) {
  const isBusy = useSelector(actor, (form) => form.hasTag('busy'))
  const isLooking = useSelector(actor, (form) => form.matches('looking'))
  const isNothing = useSelector(actor, (form) => form.matches('nothing'))
  const found = useSelector(actor, ({ context }) => context.found)
  const erasure = useSelector(actor, ({ context }) => context.erasure)
  return (
    <Stack gap="5">
      <Form actor={actor}>
        <chakra.fieldset disabled={isBusy} display="grid" gap="4">
          <TextField
            name="who"
            label={t('Email address or ID')}
            hint={t(
              'The ID of an account, a visitor or one of their conversations, or the customer ID that your site signs.',
            )}
            autoComplete="off"
            maxLength={EMAIL_MAX}
          />
          <Button type="submit" variant="primary" width="fit-content">
            {isLooking ? t('Looking up…') : t('Look up')}
          </Button>
        </chakra.fieldset>
        <FormError />
      </Form>
      {isNothing && (
        <Notice tone="good">
          {t('Your organization keeps nothing about this person. Documents are not searched for names.')}
        </Notice>
      )}
      {found && <Found actor={actor} found={found} />}
      {erasure && <Progress actor={actor} erasure={erasure} />}
    </Stack>
  )
}

const BLOCKED: Readonly<Record<NonNullable<PersonalData['blocked_by']>, string>> = {
  self: t('You cannot erase yourself. Ask another owner or admin.'),
  owner: t('Only an owner can erase an owner.'),
  last_owner: t('An organization needs an owner. Make someone else an owner first.'),
}

function Found({ actor, found }: { actor: PersonalDataRef; found: PersonalData }) {
  const isExporting = useSelector(actor, (form) => form.matches({ found: 'exporting' }))
  const isRequesting = useSelector(actor, (form) => form.matches({ found: 'requesting' }))
  const { name, emails, kept, blocked_by } = found
  const isBusy = isExporting || isRequesting
  return (
    <Stack gap="4" role="status">
      <div>
        <Text fontWeight="semibold" overflowWrap="anywhere" dir="auto">
          {name || emails[0] || t('A visitor without a name')}
        </Text>
        <Text color="ink.2" textStyle="small" overflowWrap="anywhere">
          {emails.join(', ')}
        </Text>
      </div>
      <FateLists kept={kept} />
      {blocked_by && <Notice tone="caution">{BLOCKED[blocked_by]}</Notice>}
      <Flex gap="3" wrap="wrap">
        <Button disabled={isBusy} onClick={() => actor.send({ type: 'export.requested' })}>
          {isExporting ? t('Exporting…') : t('Export as ZIP')}
        </Button>
        {!blocked_by && (
          <Button
            variant="danger"
            disabled={isBusy}
            onClick={() => actor.send({ type: 'erasure.requested' })}
          >
            {isRequesting ? t('Erasing…') : t('Erase')}
          </Button>
        )}
      </Flex>
      <ErasureDialog actor={actor} found={found} />
    </Stack>
  )
}

function Progress({ actor, erasure }: { actor: PersonalDataRef; erasure: Erasure }) {
  const { done, total, finished_at } = erasure
  if (finished_at !== null)
    return (
      <Notice tone="good">
        <Text>{t('Erased. Restoring a backup does not bring this person back.')}</Text>
        <Button size="sm" mt="2" onClick={() => actor.send({ type: 'receipt.requested', erasure })}>
          {t('Download receipt')}
        </Button>
      </Notice>
    )
  return (
    <Stack gap="2" role="status">
      <Text>
        {t(
          'Erasing: {done, number} of {total, plural, one {# conversation} other {# conversations}}. You can leave this page.',
          {
            done,
            total,
          },
        )}
      </Text>
      <ProgressBar label={t('Progress of the erasure')} value={total === 0 ? 0 : done / total} />
      <RetryButton actor={actor} size="sm" width="fit-content" />
    </Stack>
  )
}

function Receipts({ actor, erasures }: { actor: PersonalDataRef; erasures: readonly Erasure[] }) {
  const formatDay = useFormatDay()
  if (erasures.length === 0) return <EmptyLine>{t('No erasures yet. Each leaves a receipt here.')}</EmptyLine>
  return (
    <Rows label={t('Erasures')}>
      {erasures.map((erasure) => (
        <Row
          key={erasure.id}
          title={formatDay(erasure.requested_at)}
          aside={
            erasure.finished_at !== null && (
              <Button
                size="sm"
                aria-label={t('Download receipt of {day}', { day: formatDay(erasure.requested_at) })}
                onClick={() => actor.send({ type: 'receipt.requested', erasure })}
              >
                {t('Receipt')}
              </Button>
            )
          }
        >
          {erasure.finished_at === null
            ? t('Being erased')
            : t('Requested by {name}', { name: erasure.requested_by || t('a former member') })}
        </Row>
      ))}
    </Rows>
  )
}

/** Lists what will be erased and what is kept, before the confirmation. */
function ErasureDialog({ actor, found }: { actor: PersonalDataRef; found: PersonalData }) {
  const isAsking = useSelector(actor, (form) => form.hasTag('asking'))
  const refuse = () => actor.send({ type: 'confirmation.refused' })
  const name = found.name || found.emails[0] || t('this visitor')
  return (
    <Dialog open={isAsking} locked={false} size="md" title={t('Erase {name}?', { name })} onClose={refuse}>
      <DialogBody>
        <Stack gap="4">
          <FateLists kept={found.kept} />
          <Text color="ink.2">
            {t(
              'Documents are not searched for names. Restoring a backup does not bring this person back. This cannot be undone.',
            )}
          </Text>
        </Stack>
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse}>{t('Cancel')}</Button>
        <Button variant="danger" onClick={() => actor.send({ type: 'confirmation.given' })}>
          {t('Erase permanently')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
