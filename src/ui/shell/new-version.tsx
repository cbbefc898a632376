import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { isOutdated } from '../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { Button } from '../parts/button.tsx'

/** After the person has kept the page from loading the new version. */
export function NewVersion() {
  const { navigation } = useActors()
  if (!useSelector(navigation, isOutdated)) return null
  return (
    <Flex
      role="status"
      flex="1 1 20rem"
      align="center"
      justify="space-between"
      gap="2.5"
      bg="caution.wash"
      borderBottom="1px solid"
      borderColor="rule"
      px={{ base: '4', md: '5' }}
      py="1"
    >
      <Text fontSize="sm">{t('A new version is available.')}</Text>
      <Button size="sm" onClick={() => navigation.send({ type: 'reload.requested' })}>
        {t('Reload')}
      </Button>
    </Flex>
  )
}
