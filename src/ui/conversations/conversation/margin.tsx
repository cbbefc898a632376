import { Box, Flex, Text } from '@chakra-ui/react'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import { citedPassage } from '../../../machines/knowledge/reader.types.ts'
import type { Citation } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { Pressable } from '../../parts/button.tsx'
import { BESIDE, GUTTER, SPARE } from './columns.ts'
import { MarkedExcerpt } from './marked-excerpt.tsx'
import type { PointedRef } from './pointed.ts'
import { whereOf } from './where.ts'

interface MarginProps {
  messageId: string | undefined
  citations: readonly Citation[] | undefined
  pointed: number | null
  pointer: PointedRef
  reader: ReaderRef
}

/** The passages that an answer quotes, beside it; on a phone below it. */
export function Margin({ messageId, citations = [], pointed, pointer, reader }: MarginProps) {
  return (
    <Box
      // Not a landmark: every answer has one.
      role="group"
      aria-label={t('Sources')}
      pb={citations.length > 0 ? '7' : '0'}
      minWidth={0}
      css={{
        paddingInline: GUTTER,
        [BESIDE]: { paddingInlineStart: '6', paddingInlineEnd: `calc(1.5rem + ${SPARE})`, paddingTop: '7' },
      }}
    >
      {messageId !== undefined && citations.length > 0 && (
        <>
          <Text textStyle="label" color="ink.3" mb="3.5">
            {t('Sources')}
          </Text>
          <Flex as="ol" listStyleType="none" direction="column" gap="4.5">
            {citations.map((citation) => (
              <Note
                key={citation.n}
                citation={citation}
                lit={pointed === citation.n}
                onPoint={() => pointer.send({ type: 'citation.pointed', messageId, n: citation.n })}
                onLeave={() => pointer.send({ type: 'citation.left' })}
                onOpen={() => reader.send({ type: 'passage.opened', passage: citedPassage(citation) })}
              />
            ))}
          </Flex>
        </>
      )}
    </Box>
  )
}

interface NoteProps {
  citation: Citation
  lit: boolean
  onPoint: () => void
  onLeave: () => void
  onOpen: () => void
}

function Note({ citation, lit, onPoint, onLeave, onOpen }: NoteProps) {
  const where = whereOf(citation)
  return (
    <li>
      <Pressable
        type="button"
        display="block"
        width="full"
        borderInlineStart="2px solid"
        borderColor={lit ? 'accent' : 'rule.2'}
        bg={lit ? 'accent.wash' : 'transparent'}
        borderEndRadius="sm"
        ps="3.5"
        pe="2"
        py="1"
        fontSize="md"
        color="ink.2"
        transition="border-color 120ms, background-color 120ms"
        onPointerEnter={onPoint}
        onPointerLeave={onLeave}
        onFocus={onPoint}
        onBlur={onLeave}
        onClick={onOpen}
      >
        <Text as="span" color="accent" fontWeight="bold">
          {citation.n}
        </Text>{' '}
        <Text as="b" color="ink" fontWeight="bold" overflowWrap="anywhere">
          {citation.document_name}
        </Text>
        {where && ` · ${where}`}
        <Text as="span" mt="1" lineClamp="4">
          “<MarkedExcerpt {...citedPassage(citation)} around={40} />”
        </Text>
      </Pressable>
    </li>
  )
}
