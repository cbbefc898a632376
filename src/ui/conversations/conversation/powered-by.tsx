import { chakra } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'

/** The link to Lectern, on public pages whose plan does not remove it. */
export const PoweredBy = () => (
  <chakra.a
    href="/"
    target="_blank"
    rel="noopener"
    color="ink.3"
    whiteSpace="nowrap"
    _hover={{ textDecoration: 'underline' }}
    _focusVisible={{ outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' }}
  >
    {t('Powered by Lectern')}
  </chakra.a>
)
