import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'

interface AvatarProps {
  url: string | null
  initials: string
  size: string
  /** A person is round, an organization is not. */
  shape: 'person' | 'organization'
}

const look = {
  person: { bg: 'ink', color: 'paper', fontWeight: 'semibold' },
  organization: { bg: 'accent.wash', color: 'accent', fontFamily: 'heading' },
} as const
const SCALE = { person: 0.4, organization: 0.64 }

/** A photo or a logo; initials if there is none, or it fails to load. The name is shown beside it. */
export const Avatar = ({ url, initials, size, shape }: AvatarProps) => {
  const [broken, setBroken] = useState<string | null>(null)
  const frame = {
    width: size,
    height: size,
    borderRadius: shape === 'person' ? 'full' : 'sm',
    flexShrink: 0,
  } as const
  if (url !== null && url !== broken)
    return (
      <chakra.img src={url} alt="" objectFit="cover" bg="raised" onError={() => setBroken(url)} {...frame} />
    )
  return (
    <Flex
      aria-hidden
      align="center"
      justify="center"
      {...look[shape]}
      fontSize={`calc(${size} * ${SCALE[shape]})`}
      lineHeight="1"
      {...frame}
    >
      {initials}
    </Flex>
  )
}
