import { Box, Flex, Text } from '@chakra-ui/react'
import { PencilLine, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GoldenQuestion } from '../../../services/contract/golden.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ClampedText } from '../../parts/clamped-text.tsx'
import { Link } from '../../parts/link.tsx'

interface QuestionRowProps {
  question: GoldenQuestion
  editable: boolean
  onEdit: () => void
  onDelete: () => void
}

/** A question, what should be found for it, and the rank in the last run. */
export function QuestionRow({ question: asked, editable, onEdit, onDelete }: QuestionRowProps) {
  const { knowledge_base_id, question, expected } = asked
  return (
    <Flex as="li" gap="4" py="4" borderBottom="1px solid" borderColor="rule" wrap="wrap">
      <Box flex="1 1 16rem" minWidth={0}>
        <ClampedText fontWeight="semibold">{question}</ClampedText>
        {expected.map(({ document_id, document_name, quote, is_gone }, index) => (
          <Text
            key={`${document_id} ${index}`}
            textStyle="small"
            color="ink.2"
            overflowWrap="anywhere"
            lineClamp={2}
          >
            {is_gone ? t('{name} (deleted)', { name: document_name }) : document_name}
            {quote && `: ${t('“{quoted}”', { quoted: quote })}`}
          </Text>
        ))}
        <Found question={asked} />
      </Box>
      <Flex gap="1" align="flex-start" wrap="wrap">
        <Link
          to={`/knowledge-bases/${knowledge_base_id}/test?question=${encodeURIComponent(question)}`}
          fontSize="sm"
          px="3"
          py="1.5"
        >
          {t('Test')}
        </Link>
        {editable && (
          <>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('Edit “{question}”', { question })}
              onClick={onEdit}
            >
              <PencilLine aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('Delete “{question}”', { question })}
              onClick={onDelete}
            >
              <Trash2 aria-hidden />
            </Button>
          </>
        )}
      </Flex>
    </Flex>
  )
}

const Found = ({ question: { last } }: { question: GoldenQuestion }) => {
  if (last === null) return <Place color="ink.3">{t('Not asked yet')}</Place>
  if (last.place === null)
    return <Place color="accent">{t('Not found: test it to see what ranked higher')}</Place>
  return <Place color="good">{t('Rank {place}', { place: last.place })}</Place>
}

const Place = ({ color, children }: { color: string; children: ReactNode }) => (
  <Text textStyle="small" color={color} mt="1">
    {children}
  </Text>
)
