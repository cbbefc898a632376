import { Box, Flex, Text } from '@chakra-ui/react'
import type { ImproveSubject } from '../../../machines/assistants/improve-answer/improve-answer.setup.ts'
import type { Gap, GapStatus } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { usePathsWith, useSearchParam } from '../../actors.ts'
import { ImproveDialog } from '../../assistants/improve/improve-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { ClampedText } from '../../parts/clamped-text.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { joined } from '../../parts/joined.ts'
import { LinkSegments } from '../../parts/link-segments.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

const NOTHING: Record<GapStatus, string> = {
  open: t('Every question was answered.'),
  fixed: t('Questions that are answered later appear here.'),
  ignored: t('No ignored questions.'),
}

const TABS: readonly { status: GapStatus; label: string }[] = [
  { status: 'open', label: t('Unanswered') },
  { status: 'fixed', label: t('Answered later') },
  { status: 'ignored', label: t('Ignored') },
]

/** The draft is asked: editors test their changes there. */
const subjectIn = (organizationId: string, gap: Gap): ImproveSubject => ({
  organizationId,
  integrationId: gap.integration_id,
  question: gap.question,
  before: null,
  gapIds: gap.answer_ids,
  config: 'draft',
})

/** Unanswered questions, grouped by meaning. */
export function Gaps() {
  const asked = useSearchParam('questions')
  const status = TABS.find((tab) => tab.status === asked)?.status ?? 'open'
  return (
    <Section
      title={t('Unanswered questions')}
      lead={t('Your answer becomes a document. Then the question is asked again.')}
      action={<Tabs status={status} />}
    >
      <GapsOf key={status} status={status} />
    </Section>
  )
}

function Tabs({ status }: { status: GapStatus }) {
  const pathWith = usePathsWith('questions')
  return (
    <LinkSegments
      label={t('Questions')}
      links={TABS.map((tab) => ({
        to: pathWith(tab.status),
        label: tab.label,
        current: tab.status === status,
      }))}
    />
  )
}

function GapsOf({ status }: { status: GapStatus }) {
  const organizationId = useOrganizationId()
  const improving = useProvidedActor('improveAnswer')
  const ignoring = useProvidedActor('ignoreGap')
  const reopening = useProvidedActor('reopenGap')
  const integrations = useResourceData(useResource('integrations', { organizationId }))
  const subjectOf = ({ answer_ids: parts, question: name }: Gap) => ({
    id: parts[0] ?? '',
    organizationId,
    name,
    parts,
  })
  const baseOf = (gap: Gap) =>
    integrations?.find(({ id }) => id === gap.integration_id)?.knowledge_base_ids[0] ?? ''
  return (
    <>
      <ResourceView
        resource={useResource('gaps', { organizationId, status })}
        skeleton={<SkeletonRows count={3} />}
        empty={<EmptyLine>{NOTHING[status]}</EmptyLine>}
      >
        {(gaps) => (
          <LongList
            label={t('Unanswered questions')}
            items={gaps}
            keyOf={({ answer_ids }) => answer_ids[0] ?? ''}
          >
            {(gap) => (
              <GapLine gap={gap}>
                {status === 'open' ? (
                  <>
                    <Button
                      size="sm"
                      onClick={() =>
                        improving.send({
                          type: 'improving.opened',
                          subject: subjectIn(organizationId, gap),
                          knowledgeBaseId: baseOf(gap),
                        })
                      }
                    >
                      {t('Write the answer')}
                    </Button>
                    <Button size="sm" variant="ghost" onClick={() => ask(ignoring, subjectOf(gap))}>
                      {t('Ignore')}
                    </Button>
                  </>
                ) : (
                  <Button size="sm" variant="ghost" onClick={() => ask(reopening, subjectOf(gap))}>
                    {t('Reopen question')}
                  </Button>
                )}
              </GapLine>
            )}
          </LongList>
        )}
      </ResourceView>
      <ImproveDialog actor={improving} />
      <ConfirmDialog
        actor={ignoring}
        title={() => t('Ignore this question?')}
        confirm={t('Ignore')}
        busy={t('Ignoring…')}
      >
        {t('It moves to Ignored and comes back when it is asked again.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={reopening}
        title={() => t('Reopen this question?')}
        confirm={t('Reopen question')}
        busy={t('Reopening…')}
      >
        {t('The question goes back to the unanswered questions.')}
      </ConfirmDialog>
    </>
  )
}

const GapLine = ({ gap, children }: { gap: Gap; children: React.ReactNode }) => (
  <Flex
    gap="4"
    align="flex-start"
    justify="space-between"
    wrap="wrap"
    py="3.5"
    borderBottom="1px solid"
    borderColor="rule"
  >
    <Box flex="1 1 20rem" minWidth={0}>
      <ClampedText fontFamily="heading" fontSize="1.25rem" lineHeight="short">
        {gap.question}
      </ClampedText>
      {gap.examples.length > 0 && (
        <ClampedText textStyle="small" color="ink.2" mt="1">
          {t('Also: {questions}', { questions: joined(gap.examples) })}
        </ClampedText>
      )}
      <Text textStyle="small" color="ink.2" mt="1">
        {joined([
          t('{count, plural, =0 {No times} one {# time} other {# times}}', { count: gap.answer_ids.length }),
          gap.integration_name,
          useFormatDay()(gap.last_asked_at),
        ])}
      </Text>
    </Box>
    <Flex gap="2" flexShrink={0}>
      {children}
    </Flex>
  </Flex>
)
