import { Box, Flex, Input } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { type Conversation, TAG_MAX, TAGS_MAX } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { Pressable } from '../../parts/button.tsx'
import { isComposing } from '../../parts/composing.ts'
import { isTooLong, Limit } from '../../parts/limit.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useProvidedActor } from '../../provided.ts'

/** The tags of a conversation; Enter adds one. */
export function Tags({ conversation: { id, tags: known } }: { conversation: Conversation }) {
  const actor = useProvidedActor('conversationTags', {
    input: { id, tags: known },
  })
  useEffect(() => actor.send({ type: 'tags.read', tags: known }), [actor, known])
  const { tags, draft, error } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Flex align="center" gap="1.5" wrap="wrap" flex="1 1 100%" aria-busy={busy}>
      {tags.map((tag) => (
        <Flex
          key={tag}
          align="center"
          gap="1"
          ps="2.5"
          pe="1"
          py="0.5"
          fontSize="sm"
          borderRadius="full"
          bg="accent.wash"
        >
          {tag}
          <Pressable
            type="button"
            aria-label={t('Remove the tag {tag}', { tag })}
            disabled={busy}
            display="flex"
            p="1"
            borderRadius="full"
            css={{ '& svg': { width: '12px', height: '12px' } }}
            onClick={() => actor.send({ type: 'tag.removed', tag })}
          >
            <X aria-hidden />
          </Pressable>
        </Flex>
      ))}
      {tags.length < TAGS_MAX && (
        <Input
          aria-label={t('Add a tag')}
          placeholder={t('Add a tag')}
          value={draft}
          aria-invalid={isTooLong(draft, TAG_MAX)}
          width="10rem"
          height="28px"
          fontSize="sm"
          px="2.5"
          borderRadius="full"
          onChange={(event) => actor.send({ type: 'draft.changed', draft: event.target.value })}
          onKeyDown={(event) =>
            event.key === 'Enter' && !isComposing(event) && actor.send({ type: 'tag.added' })
          }
        />
      )}
      <Limit text={draft} max={TAG_MAX} />
      {error && (
        <Box flexBasis="100%">
          <Notice tone="error">{error}</Notice>
        </Box>
      )}
    </Flex>
  )
}
