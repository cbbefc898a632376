import { Flex, Spinner } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'

export const Thinking = () => (
  <Flex align="center" gap="2.5" color="ink.2" role="status">
    <Spinner aria-hidden />
    {t('Searching the documents…')}
  </Flex>
)
