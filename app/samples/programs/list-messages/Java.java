import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class Java {
    public static void main(String[] args) throws Exception {
        var url = "https://dakiya.example/api/v1/messages"
            + "?status=delivered&limit=50";
        var client = HttpClient.newHttpClient();
        var after = "";

        while (true) {
            var request = HttpRequest.newBuilder(URI.create(url + after))
                .header("x-api-id", "dk_your_api_id")
                .header("x-api-key", "sk_your_api_key")
                .build();

            var response = client.send(request, BodyHandlers.ofString());
            var page = response.body();
            System.out.println(page);
            if (response.statusCode() >= 400) System.exit(1);

            // "next" is where the next page begins, and null at the end.
            var next = Pattern.compile("\"next\":\"(.*?)\"").matcher(page);
            if (!next.find()) break;
            after = "&after=" + next.group(1);
        }
    }
}
