import { Box, chakra, Grid, Heading, Spinner, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ImproveAnswerRef } from '../../../machines/assistants/improve-answer/improve-answer.machine.ts'
import { hasUnsaved } from '../../../machines/assistants/improve-answer/improve-answer.setup.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { DOUBT, DOUBT_OF_CITED, withDoubts } from '../../conversations/conversation/doubts.ts'
import { prose } from '../../conversations/conversation/prose.ts'
import { Button } from '../../parts/button.tsx'
import { DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { LinkRule, Markdown } from '../../parts/markdown.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RetryButton } from '../../parts/states.tsx'

/** A model may write its own links; none of them can be opened here. */
const leadsNowhere = () => false

const asMark = (n: number, key: string) =>
  n === DOUBT || n === DOUBT_OF_CITED ? (
    <span key={key} data-doubt>
      {t('unsupported')}
    </span>
  ) : (
    <sup key={key}>{n}</sup>
  )

/** One of the two answers to a question, with its cited documents; null while it is loading. */
const Version = ({ title, answer }: { title: string; answer: Message | null }) => (
  <Box
    as="section"
    aria-label={title}
    minWidth={0}
    border="1px solid"
    borderColor="rule"
    borderRadius="md"
    bg="raised"
    px="5"
    py="4"
  >
    <Heading as="h3" textStyle="small" fontFamily="body" fontWeight="semibold" color="ink.2" mb="2">
      {title}
    </Heading>
    {answer === null ? (
      <Text color="ink.3">—</Text>
    ) : (
      <>
        <Box css={prose} fontSize="lg">
          <LinkRule value={leadsNowhere}>
            <Markdown
              source={withDoubts(answer.content, answer.unsupported)}
              streaming={false}
              cite={asMark}
            />
          </LinkRule>
        </Box>
        {answer.citations.length > 0 && (
          <chakra.ol aria-label={t('Sources')} listStyleType="none" mt="3" textStyle="small" color="ink.2">
            {answer.citations.map(({ n, document_name }) => (
              <chakra.li key={n} overflowWrap="anywhere">
                {n} · {document_name}
              </chakra.li>
            ))}
          </chakra.ol>
        )}
      </>
    )}
  </Box>
)

/** The result: the old answer, and the new one beside it. */
export function Outcome({ actor }: { actor: ImproveAnswerRef }) {
  const phase = useSelector(actor, ({ value }) => (value === 'closed' ? value : value.open))
  const mayResume = useSelector(actor, (dialog) => dialog.can({ type: 'writing.resumed' }))
  const isUnsaved = useSelector(actor, hasUnsaved)
  const { subject, after, error } = useSelector(actor, ({ context }) => context)
  const failed = useSelector(actor, (dialog) => dialog.hasTag('failed'))
  const hasBefore = subject?.before != null
  return (
    <>
      <DialogBody display="grid" gap="5">
        <Text fontFamily="heading" fontSize="1.25rem" lineHeight="short" overflowWrap="anywhere">
          {subject?.question}
        </Text>
        <div aria-live="polite">
          {phase === 'indexing' && <Step>{t('Reading the document…')}</Step>}
          {phase === 'asking' && <Step>{t('Asking the question again…')}</Step>}
          {phase === 'settling' && <Step>{t('Closing the gap…')}</Step>}
          {phase === 'filled' && (
            <Notice tone="good">{t('The assistant can answer this now. The gap is closed.')}</Notice>
          )}
          {phase === 'improved' && (
            <Notice tone="good">{t('The assistant now answers from this document.')}</Notice>
          )}
          {phase === 'answeredOtherwise' && (
            <Notice tone="caution">
              {subject?.gapIds.length
                ? t('The assistant answers, but not from this document. The gap stays open.')
                : t('The assistant answers, but not from this document.')}
            </Notice>
          )}
          {phase === 'stillOpen' && (
            <Notice tone="caution">
              {t('The assistant still cannot find an answer. Use the words that people ask with.')}
            </Notice>
          )}
          {failed && <Notice tone="error">{error}</Notice>}
          {isUnsaved && (
            <Text color="ink.2" mt="2">
              {t('Something that you entered is not saved yet.')}
            </Text>
          )}
        </div>
        <Grid gap="6" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(auto-fit, minmax(0, 1fr))' }}>
          {hasBefore && <Version title={t('Before')} answer={subject.before} />}
          {(hasBefore || after) && <Version title={t('After')} answer={after} />}
        </Grid>
      </DialogBody>
      <DialogFooter>
        {mayResume && (
          <Button onClick={() => actor.send({ type: 'writing.resumed' })}>{t('Improve further')}</Button>
        )}
        {failed && <RetryButton actor={actor} />}
        <Button
          variant={(phase === 'filled' || phase === 'improved') && !mayResume ? 'primary' : 'outline'}
          disabled={phase === 'settling'}
          onClick={() => actor.send({ type: 'form.closed' })}
        >
          {t('Close')}
        </Button>
      </DialogFooter>
    </>
  )
}

const Step = ({ children }: { children: string }) => (
  <Text display="flex" gap="2.5" alignItems="center" color="ink.2">
    <Spinner aria-hidden />
    {children}
  </Text>
)
