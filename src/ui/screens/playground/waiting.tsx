import { Flex } from '@chakra-ui/react'
import { SkeletonLine } from '../../parts/states.tsx'

export const Waiting = () => (
  <Flex
    direction="column"
    gap="5"
    px={{ base: '5', md: '11' }}
    py="9"
    maxWidth="column"
    aria-busy="true"
    aria-label="Loading"
  >
    <SkeletonLine width="70%" height="2em" />
    <SkeletonLine />
    <SkeletonLine />
    <SkeletonLine width="60%" />
  </Flex>
)
