import { Box, chakra, Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { GettingStartedRef } from '../../../machines/shell/getting-started.machine.ts'
import { t } from '../../../texts/t.ts'
import { UpgradeOffer } from '../../billing/upgrade-offer.tsx'
import { Button } from '../../parts/button.tsx'
import { FileDrop } from '../../parts/file-drop.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'

interface GettingStartedProps {
  actor: GettingStartedRef
  editable: boolean
  onCreate: () => void
}

/** The steps to the first answer; each is checked off when it is done. */
export function GettingStarted({ actor, editable, onCreate }: GettingStartedProps) {
  const { progress, error, code } = useSelector(actor, ({ context }) => context)
  const isAdding = useSelector(actor, (steps) => steps.hasTag('adding'))
  const isCreating = useSelector(actor, (steps) => steps.hasTag('creating'))
  const isAsking = useSelector(actor, (steps) => steps.hasTag('asking'))
  const { knowledgeBase, documents, unread, assistant } = progress
  return (
    <Box as="section" aria-label={t('First steps')}>
      {!editable && (
        <Box mb="5">
          <Notice tone="caution">
            {t('You can ask assistants. Editors, admins and owners can create them and add knowledge.')}
          </Notice>
        </Box>
      )}
      {error && (
        <Box mb="5">
          <Notice tone="error">
            {error}
            <UpgradeOffer code={code} />
          </Notice>
        </Box>
      )}
      <chakra.ol listStyleType="none" borderTop="1px solid" borderColor="rule">
        <Step
          number={1}
          title={t('Add knowledge')}
          done={documents > 0}
          current={isAdding}
          lead={
            documents > 0 && knowledgeBase ? (
              <>
                <Rich
                  text={t(
                    '{documents, plural, one {# document} other {# documents}} in <0>{knowledgeBase}</0>',
                    {
                      documents,
                      knowledgeBase: knowledgeBase.name,
                    },
                  )}
                  parts={[<Link to={`/knowledge-bases/${knowledgeBase.id}`} tone="accent" dir="auto" />]}
                />
                {unread > 0 && ` · ${t('{unread, number} still being read. You can continue.', { unread })}`}
              </>
            ) : (
              t('Handbooks, policies, price lists: anything your team has written.')
            )
          }
        >
          {editable && <Adding actor={actor} knowledgeBaseId={knowledgeBase?.id ?? null} />}
        </Step>
        <Step
          number={2}
          title={t('Create an assistant')}
          done={assistant !== null}
          current={isCreating}
          lead={
            assistant ? (
              <Text as="span" dir="auto">
                {assistant.name}
              </Text>
            ) : (
              t('It answers from your documents and cites its sources.')
            )
          }
        >
          {editable && (
            <Button variant="primary" onClick={onCreate}>
              {t('Create assistant')}
            </Button>
          )}
        </Step>
        <Step
          number={3}
          title={t('Ask')}
          done={false}
          current={isAsking}
          lead={t('Read the answer with its sources beside it.')}
        >
          {assistant && (
            <ButtonLink variant="primary" to={`/integrations/${assistant.id}`}>
              {t('Ask {name}', { name: assistant.name })}
            </ButtonLink>
          )}
        </Step>
      </chakra.ol>
    </Box>
  )
}

/** The ways to the first documents: one's own, or a sample. */
function Adding({ actor, knowledgeBaseId }: { actor: GettingStartedRef; knowledgeBaseId: string | null }) {
  const isBusy = useSelector(actor, (steps) => steps.hasTag('busy'))
  const isSample = useSelector(actor, (steps) => steps.matches('addingSample'))
  return (
    <Stack gap="4">
      <FileDrop isMain disabled={isBusy} onFiles={(files) => actor.send({ type: 'files.chosen', files })}>
        <ButtonLink
          variant="ghost"
          to={knowledgeBaseId === null ? '/knowledge-bases' : `/knowledge-bases/${knowledgeBaseId}`}
        >
          {t('Web pages or text')}
        </ButtonLink>
      </FileDrop>
      <Flex align="center" gap="3" wrap="wrap" textStyle="small" color="ink.2">
        <span>{t('No documents to hand?')}</span>
        <Button size="sm" disabled={isBusy} onClick={() => actor.send({ type: 'sample.requested' })}>
          {isSample && <Spinner aria-hidden />}
          {t('Try it with sample documents')}
        </Button>
        <span role="status">
          {isSample && t('Adding three documents and reading them. This takes a few seconds.')}
        </span>
      </Flex>
    </Stack>
  )
}

interface StepProps {
  number: number
  title: string
  lead: ReactNode
  done: boolean
  current: boolean
  /** The controls of the next step. */
  children: ReactNode
}

function Step({ number, title, lead, done, current, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasCurrent = useRef(current)
  // The focused element disappeared with the previous step.
  useEffect(() => {
    if (current && !wasCurrent.current && document.activeElement === document.body) heading.current?.focus()
    wasCurrent.current = current
  }, [current])
  return (
    <chakra.li
      aria-current={current ? 'step' : undefined}
      display="grid"
      gridTemplateColumns="2.25rem minmax(0, 1fr)"
      columnGap="4"
      py="6"
      borderBottom="1px solid"
      borderColor="rule"
    >
      <Flex
        align="center"
        justify="center"
        width="9"
        height="9"
        borderRadius="full"
        border="1px solid"
        borderColor={done ? 'good' : current ? 'accent' : 'rule.2'}
        color={done ? 'good' : current ? 'accent' : 'ink.3'}
        fontWeight="semibold"
        css={{ '& svg': { width: '18px', height: '18px' } }}
      >
        {done ? <Check aria-label={t('Done')} /> : number}
      </Flex>
      <Box minWidth={0}>
        <Text
          ref={heading}
          as="h2"
          tabIndex={-1}
          outline="none"
          textStyle="section"
          mt="0.5"
          color={current || done ? 'ink' : 'ink.3'}
        >
          {title}
        </Text>
        <Text color="ink.2" fontSize="md" mt="1" overflowWrap="anywhere">
          {lead}
        </Text>
        {current && <Box mt="5">{children}</Box>}
      </Box>
    </chakra.li>
  )
}
