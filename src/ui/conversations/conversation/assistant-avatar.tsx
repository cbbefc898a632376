import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { inkOn } from '../../../services/contract/brand-accents.ts'
import { hexOf } from '../../../services/contract/brand-color.ts'

interface AssistantAvatarProps {
  of: {
    readonly name: string
    readonly avatar: string
    readonly logo_url: string
    readonly color: string
  }
  size: string
}

/** A logo, or letters in the brand's colour; decorative, since the name is beside it. */
export function AssistantAvatar({ of: { name, avatar, logo_url, color }, size }: AssistantAvatarProps) {
  const [broken, setBroken] = useState('')
  const frame = { width: size, height: size, borderRadius: 'md', flexShrink: 0 } as const
  if (logo_url !== '' && logo_url !== broken)
    return (
      <chakra.img src={logo_url} alt="" objectFit="cover" onError={() => setBroken(logo_url)} {...frame} />
    )
  const fill = hexOf(color)
  return (
    <Flex
      aria-hidden
      align="center"
      justify="center"
      {...frame}
      style={{ backgroundColor: fill, color: inkOn(fill) }}
      fontFamily="heading"
      fontSize={`calc(${size} * .52)`}
      lineHeight="1"
    >
      {avatar || (name.trim()[0] ?? '').toUpperCase()}
    </Flex>
  )
}
