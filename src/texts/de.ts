import { i18n, type Messages } from '@lingui/core'
import { translateServerBy } from './from-server.ts'
import serverTexts from './server/de.json'
import { translatorTo } from './server-texts.ts'

const catalogues = import.meta.glob<Messages>('./de/*.json', { eager: true, import: 'default' })

// Before any module that holds a text: the page loads this file first where its language is German.
translateServerBy(translatorTo('de', serverTexts))
i18n.loadAndActivate({ locale: 'de', messages: Object.assign({}, ...Object.values(catalogues)) })
