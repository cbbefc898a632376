import { Flex, Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { SkeletonLine } from '../parts/states.tsx'
import { Brand } from './auth-layout.tsx'

/** The shape of the shell while its code and the organizations load; the build puts it into the page as well. */
export const Waiting = ({ isAway = false, onRetry }: { isAway?: boolean; onRetry?: () => void }) => (
  <Loading direction="row" gap="0" height="100dvh">
    <Flex
      direction="column"
      gap="4"
      hideBelow="md"
      width="sidebar"
      bg="sheet"
      borderInlineEnd="1px solid"
      borderColor="rule"
      p="5"
    >
      <Brand />
      <SkeletonLine height="3.4em" />
      <SkeletonLine width="70%" />
      <SkeletonLine width="80%" />
    </Flex>
    <Flex direction="column" gap="4" flex="1" p="11" pt="24">
      <SkeletonLine width="14rem" height="2.6em" />
      <SkeletonLine width="26rem" />
      <Flex role="status" align="center" gap="3" wrap="wrap">
        {isAway && <Text>{t('The server cannot be reached. Lectern keeps trying.')}</Text>}
        {isAway && onRetry && (
          <Button size="sm" onClick={onRetry}>
            {t('Try Now')}
          </Button>
        )}
      </Flex>
    </Flex>
  </Loading>
)
