import { Box, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { isOutdated } from '../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'

/** After the person has kept the page from loading the new version. */
export function NewVersion() {
  const { navigation } = useActors()
  if (!useSelector(navigation, isOutdated)) return null
  return (
    <Box position="fixed" bottom="4" insetStart="4" zIndex="toast" bg="sheet">
      <Notice tone="caution">
        <Flex align="center" gap="3">
          {t('A new version is available.')}
          <Button size="sm" onClick={() => navigation.send({ type: 'reload.requested' })}>
            {t('Reload')}
          </Button>
        </Flex>
      </Notice>
    </Box>
  )
}
