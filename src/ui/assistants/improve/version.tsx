import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import type { Message } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { DOUBT, DOUBT_OF_CITED, withDoubts } from '../../conversations/conversation/doubts.ts'
import { prose } from '../../conversations/conversation/prose.ts'
import { LinkRule, Markdown } from '../../parts/markdown.tsx'

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
export const Version = ({ title, answer }: { title: string; answer: Message | null }) => (
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
