import { describe, expect, it } from 'vitest'
import { fitsKind } from '../../../server/assistants/answering/candidates.ts'

describe('[answers 6] a question that asks for a number', () => {
  it.each([
    ['How long can I return boots?', 'Within 60 days.'],
    ['Wann öffnet das Bad?', 'Es öffnet um sieben Uhr.'],
    ['Wie viele Karten gibt es?', 'Es gibt 40 Karten.'],
    ['Combien coûte un billet ?', 'Un billet coûte douze euros.'],
    ['Quand ferme la piscine ?', 'Elle ferme à 21 heures.'],
    ['¿Cuánto cuesta una entrada?', 'Una entrada cuesta 12 euros.'],
    ['¿A qué hora abre?', 'Abre a las siete.'],
  ])('is answered by one: %s', (question, statement) => {
    expect(fitsKind(question, statement)).toBe(true)
  })

  it.each([
    ['Wann öffnet das Bad?', 'Das Bad liegt am Fluss.'],
    ['¿Cuándo cierra?', 'La piscina está junto al río.'],
    ['Wer leitet das Bad?', 'Ada leitet es seit 1990.'],
    ['Qui dirige la piscine ?', 'Ada la dirige depuis 1990.'],
  ])('is not, or asks for none: %s', (question, statement) => {
    expect(fitsKind(question, statement)).toBe(false)
  })
})
