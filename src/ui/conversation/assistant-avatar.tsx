import { Flex } from '@chakra-ui/react'
import type { AssistantColor } from '../../services/contract/integrations.ts'

/** Each is dark enough for white letters in both themes. */
export const ASSISTANT_COLORS: Readonly<Record<AssistantColor, string>> = {
  brick: '#9C2F1F',
  rust: '#A14A12',
  ochre: '#84590B',
  moss: '#4B6B2A',
  pine: '#1F6650',
  sea: '#1F6079',
  indigo: '#42509E',
  plum: '#7A3B73',
}

interface AssistantAvatarProps {
  of: { readonly name: string; readonly avatar: string; readonly color: AssistantColor }
  size: string
}

/** Beside a name, which says who it is. */
export const AssistantAvatar = ({ of: { name, avatar, color }, size }: AssistantAvatarProps) => (
  <Flex
    aria-hidden
    align="center"
    justify="center"
    width={size}
    height={size}
    borderRadius="md"
    flexShrink={0}
    bg={ASSISTANT_COLORS[color]}
    color="white"
    fontFamily="heading"
    fontSize={`calc(${size} * .52)`}
    lineHeight="1"
  >
    {avatar || (name.trim()[0] ?? '').toUpperCase()}
  </Flex>
)
