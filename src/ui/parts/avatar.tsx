import { chakra, Flex } from '@chakra-ui/react'

interface AvatarProps {
  url: string | null
  initials: string
  size: string
}

/** A photo, or initials in its place; beside a name, which says who it is. */
export const Avatar = ({ url, initials, size }: AvatarProps) => {
  const frame = { width: size, height: size, borderRadius: 'full', flexShrink: 0 } as const
  if (url !== null) return <chakra.img src={url} alt="" objectFit="cover" bg="raised" {...frame} />
  return (
    <Flex
      aria-hidden
      align="center"
      justify="center"
      bg="ink"
      color="paper"
      fontSize={`calc(${size} * .4)`}
      fontWeight="semibold"
      {...frame}
    >
      {initials}
    </Flex>
  )
}
