"""Names for newcomers in English: friendly, easy to say, and not those that every model writes.

Names that are also a common word for a plant or a stone are left out: prose would seem to name the newcomer.
"""

from .wordlist import word_list

NAMES_EN = word_list("""
Abner Agatha Albie Alfred Alma Amos Anouk Arlo Astrid Augie Beatrix Benedict Bertie Bettina Birdie
Bosley Bramwell Bridie Bruno Cecily Chester Clarence Constance Cormac Cosima Cyril
Dagmar Daphne Delphine Desmond Dorothea Dougal Edmund Edwina Egbert Ellery Elspeth Emeric Enzo Erasmus Ernestine
Esme Ezra Fabian Felicity Fennimore Fergus Fitzroy Flavia Florian Frederica Gideon Gilbert Greta Griselda
Gudrun Gus Hamish Harriet Hattie Hector Henrietta Herbert Hester Horace Hugo Humphrey Ignatius Imogen Ingrid Isidora
Jemima Joaquin Josephine Kasimir Keziah Konrad Lavinia Leopold Linus Lorcan Lucinda Ludwig Mabel
Magnus Malachi Matilda Maxime Millicent Mirabel Montague Mortimer Nadia Nestor Ned Nell Odette Olaf
Orla Oswald Ottilie Otto Pascal Persephone Petra Philippa Phoebe Pomona Prosper Quentin Quincy Ramona
Roderick Roland Rosalind Rufus Rupert Sabine Saskia Seamus Septimus Sibyl Sigrid Solveig Sylvester Tabitha Tarquin
Thaddeus Theodora Tobias Ulric Ursula Valentin Verity Viggo Wanda Wilfred Wilhelmina Winifred Xavier Yolanda Ysolde
Zacharias Zelda Zigmund
""")
