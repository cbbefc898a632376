import { Box } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'

/** Why a knowledge base that is searched only by meaning returned nothing. */
export const LanguageUnknown = () => (
  <Box mb="4">
    <Notice tone="caution">
      {t('Search by meaning found nothing: its model does not support the language of this question.')}
    </Notice>
  </Box>
)
