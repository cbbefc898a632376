import { Flex, Text } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { SkeletonLine } from '../../parts/states.tsx'

/** The shape of a public page while its assistant loads; the build puts it into the page as well. */
export const ShareWaiting = () => (
  <Flex
    as="main"
    direction="column"
    gap="5"
    px={{ base: '5', md: '11' }}
    py="9"
    maxWidth="column"
    aria-busy="true"
    aria-label={t('Loading')}
  >
    <Text textStyle="small" color="ink.2">
      {t('Loading…')}
    </Text>
    <SkeletonLine width="40%" height="2em" />
    <SkeletonLine />
    <SkeletonLine width="60%" />
  </Flex>
)
